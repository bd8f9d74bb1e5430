"""Reads a number from a made-up result in many small scripts, and compares its use with the one that a person has written down: every line here must hold."""
import ast
import builtins
import json
import os
import runpy
import tempfile
import textwrap
import threading

from tileproof.cutile import callees, decisions, on_host, table

# A result, as torch has it: no file of the author's is between the script and the number.
RESULT = """
def item():
    found.append(purpose(0))
    return 5
"""
found = []
names = {"__name__": "torch", "found": found, "purpose": decisions.purpose}
exec(compile(RESULT, "<torch>", "exec"), names)
launched = []


def used(text):
    """The worst use of a number in a script; none if it is only shown."""
    found.clear()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "script.py")
        with open(path, "w", encoding="utf-8") as out:
            out.write(textwrap.dedent(text))
        runpy.run_path(path, run_name="__main__")
    # Files of other cases have the same name.
    decisions.sources.source.cache_clear()
    return next((one[0] for one in found if one is not None), None)


builtins.item, builtins.launch = names["item"], launched.append
SHOWN = [
    "print(item())",
    "n = item()\nprint('n:', n, f'{n:.2f}')",
    "errors = []\nerrors.append(item())\nprint(max(errors))",
    "assert item() < 7",
    "import json\nwith open('report.json', 'w') as out:\n    json.dump({'n': item()}, out)\nimport os\nos.remove('report.json')",
    "import json, logging\nlog = logging.getLogger('c')\nwith open('c.json', 'w') as out:\n    out.write('{}')\nwith open('c.json') as all:\n    json.load(all)\nlog.info('%d', item())",
    "import logging\nlogging.basicConfig(level=logging.ERROR)\nlog = logging.getLogger('a')\nlog.info('%d', item())",
]
NUMBERS = [
    "launch(item())",
    # Names and objects that share a value.
    "a = b = []\na.append(item())\nlaunch(b[0])",
    "l = [1, 2, 3]\ndel l[: item() - 3]\nlaunch(len(l))",
    "a = []\ndef peek(l=a):\n    return l[0]\na.append(item())\nlaunch(peek())",
    "class A:\n    pass\nA.n = item()\nlaunch(A.n)",
    "class Box:\n    def __iadd__(self, other):\n        self.n = other\n        return self\nbox = Box()\nbox += item()\nlaunch(box.n)",
    "def numbers():\n    yield item()\nlaunch(next(numbers()))",
    # What is written, and may be read.
    "import tempfile\nout = tempfile.TemporaryFile('w+')\nout.write(str(item()))\nout.seek(0)\nlaunch(out.read())",
    "import io\nout = io.StringIO()\nprint(item(), file=out)\nlaunch(out.getvalue())",
    "import json, os\nwith open('n.json', 'w') as out:\n    json.dump(item(), out)\nwith open('n.json') as out:\n    launch(json.load(out))\nos.remove('n.json')",
    "import logging\nclass Kept(logging.Handler):\n    def emit(self, record):\n        launch(record.getMessage())\nlog = logging.getLogger('b')\n"
    "log.addHandler(Kept())\nlog.warning('%d', item())",
    "import logging\nlogging.basicConfig(filename='n.log', force=True)\nlogging.warning('%d', item())\nwith open('n.log') as all:\n    launch(len(all.readlines()))",
    "import warnings\nwith warnings.catch_warnings(record=True) as all:\n    warnings.warn(str(item()))\nlaunch(len(all))",
    "import random\nrandom.seed(item())\nlaunch(random.random())",
]
BRANCHES = [
    "if item() > 3:\n    launch(1)",
    "while item() > 7:\n    launch(1)",
    "print(item() and launch(1))",
    "try:\n    assert item() > 7\nexcept AssertionError:\n    launch(1)",
]
folder = os.getcwd()
with tempfile.TemporaryDirectory() as scratch:
    os.chdir(scratch)
    for texts, wanted in ((SHOWN, None), (NUMBERS, "number"), (BRANCHES, "branch")):
        for text in texts:
            assert used(text) == wanted, f"{used(text)}, and not {wanted}:\n{text}"
    os.chdir(folder)

# A mode of torch counts for one thread, so every new thread gets it. Another process adds its decisions to the table of the first.
entered = []


class Mode:
    def __enter__(self):
        entered.append(threading.get_ident())

    def __exit__(self, *_):
        pass


on_host._watch_threads(Mode())
thread = threading.Thread(target=lambda: None)
thread.start()
thread.join()
assert len(entered) == 1 and entered[0] != threading.get_ident(), entered
with tempfile.TemporaryDirectory() as scratch:
    path = os.path.join(scratch, "table")
    written = table.Table(path)
    child = os.fork()
    if not child:
        written.decided("number", "script.py", 1, None)
        written.write("launch", {})
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    with open(path, encoding="utf-8") as lines:
        kinds = [next(iter(json.loads(line))) for line in lines]
assert kinds == ["schema", "decision"], kinds

# Methods of tensors that end in `_` write their arguments to the tensor.
for text, is_in_place in (("x.fill_(n)", True), ("x.add_(n)", True), ("x.fill(n)", True), ("x.add(n)", False), ("x.__add__(n)", False)):
    assert callees.is_in_place(ast.parse(text, mode="eval").body) == is_in_place, text
