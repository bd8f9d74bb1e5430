"""What launches: the launches that would be made are listed."""
made = []


def launch(stream, grid, kernel, kernel_args, /, *, programmatic_dependent_launch=False):
    made.append((grid, kernel_args))
    return "launched"


def launch_extended(stream, block_count, thread_count, kernel, kernel_args, /):
    made.append((block_count, kernel_args))
    return "launched"


def _benchmark(stream, grid, kernel, pyargs, flush_l2, /):
    made.append((grid, pyargs))
    return 1.0
