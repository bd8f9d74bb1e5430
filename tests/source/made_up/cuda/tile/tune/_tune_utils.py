def benchmark_with_timeout(stream, grid, kernel, pyargs, timeout_sec, flush_l2):
    return 1.0, None
