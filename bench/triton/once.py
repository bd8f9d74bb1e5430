"""One launch under triton-viz's sanitizer, several times in one process: `python3 once.py KERNEL TIMES`.

Prints a line of JSON: seconds of every launch, the first one cold, and how many accesses the last one reported.
"""

import json
import os
import sys
import time

os.environ.setdefault("TRITON_INTERPRET", "1")

from kernels import SANITIZER, launches  # noqa: E402

launch = launches()[sys.argv[1]]
seconds = []
for _ in range(int(sys.argv[2])):
    before = len(SANITIZER.records)
    start = time.perf_counter()
    launch()
    seconds.append(time.perf_counter() - start)
print(json.dumps({"seconds": seconds, "reports": len(SANITIZER.records) - before}))
