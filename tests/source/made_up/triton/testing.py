"""Benchmarks, of which none is run."""


class Mark:
    def run(self, **_):
        raise AssertionError("a benchmark is run")


def do_bench(call, quantiles=None):
    raise AssertionError("a benchmark is run")


do_bench_cudagraph = do_bench
