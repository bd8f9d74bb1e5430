"""Prints what the Python package makes of tables: a line a report, with everything by which somebody may take it for a proof."""
import sys

from tileproof.report import reports


def passes(report, conditional):
    """Whether the assertion holds; what it says otherwise is the report."""
    try:
        report.assert_proved(conditional=conditional)
    except AssertionError as error:
        assert report.text in str(error) and str(error).startswith("not proved: "), error
        return False
    return True


for path in sys.argv[1:]:
    try:
        found = reports(path, [])
    except RuntimeError as error:
        print(f"{path}: refused: {error}")
        continue
    for report in found:
        assert report.text.strip() and report.text in report.data["text"], report
        assert report.summary.split()[0] in repr(report) and "<pre" in report._repr_html_()
        red = "#c62828" in report._repr_html_()
        print(f"{path}: {report.verdict}: bool {bool(report)}, asserted {passes(report, True)}, strictly {passes(report, False)}, "
              f"likely bug {report.likely_bug is not None}, red {red}: {report!r}")
