"""Prints what the Python package makes of tables: a line a report, with everything by which somebody may take it for a proof."""
import copy
import sys

from tileproof.report import Report, reports


def passes(report, conditional):
    """Whether the assertion holds; what it says otherwise is the report."""
    try:
        report.assert_proved(conditional=conditional)
    except AssertionError as error:
        first, second, *_ = str(error).splitlines()
        assert report.text in str(error), error
        # Behind a finding, in a line of its own, or without one.
        assert first.startswith("not proved: ") or second.startswith("not proved: "), error
        found = report.counterexample
        assert found is None or first.startswith(f"{found.file}:{found.line}:") and f"error[{found.rule}]: " in first, error
        return False
    return True


def summary_of(report, count):
    """The summary of the same report with this number of inferred clauses."""
    data = copy.deepcopy(report.data)
    data["contract"]["inferred"] = [f"n{number} >= 1" for number in range(count)]
    return Report(data).summary


for path in sys.argv[1:]:
    try:
        found = reports(path, [])
    except RuntimeError as error:
        print(f"{path}: refused: {error}")
        continue
    for report in found:
        assert report.text.strip() and report.text in report.data["text"], report
        assert report.summary.split()[0] in repr(report) and "<pre" in report._repr_html_()
        assert report.likely_bug is None or report.summary.startswith("likely bug: "), report
        if report.conditional and report.likely_bug is None:
            assert "n3 >= 1 and n4 >= 1" in summary_of(report, 5) and " more" not in summary_of(report, 5), report
            assert "n4 >= 1 and 7 more" in summary_of(report, 12) and "n5" not in summary_of(report, 12), report
        red = "#c62828" in report._repr_html_()
        print(f"{path}: {report.verdict}: bool {bool(report)}, asserted {passes(report, True)}, strictly {passes(report, False)}, "
              f"likely bug {report.likely_bug is not None}, red {red}: {report!r}")
