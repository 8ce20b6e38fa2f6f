"""Draw the picture of docs/architecture.md: python docs/images/architecture.py writes architecture.svg."""

from __future__ import annotations

from html import escape
from pathlib import Path

WIDTH, HEIGHT = 1040, 560
BOX = (138, 62)
COLOURS = {
    "file": ("#ffffff", "#8a94a0"),
    "robot": ("#dbeafe", "#2563eb"),
    "identifiability": ("#ede9fe", "#7c3aed"),
    "logs": ("#dcfce7", "#15803d"),
    "estimation": ("#ffedd5", "#c2410c"),
}

BOXES = {
    # name: (x, y, room, title, lines below it)
    "robot file": (20, 60, "file", "robot file", ("URDF, MJCF,", "mechanism, zoo")),
    "Robot": (198, 60, "robot", "Robot", ("bodies, joints,", "exact geometry")),
    "Verdict": (376, 60, "identifiability", "Verdict", ("identifiable alone,", "combined, or not")),
    "log file": (20, 200, "file", "log file", ("CSV, NPZ, MAT, HDF5,", "Parquet, ROS bag")),
    "Log": (198, 200, "logs", "Log", ("as recorded,", "by joint name")),
    "Motion": (376, 200, "logs", "Motion", ("even, filtered,", "differentiated")),
    "Runs": (20, 340, "estimation", "Runs", ("fitted and", "held-out motions")),
    "Base": (198, 340, "estimation", "Base", ("base parameters of", "links and drives")),
    "Evidence": (376, 340, "estimation", "Evidence", ("triangular factors", "of the regression")),
    "Fit": (554, 340, "estimation", "Fit", ("estimator: values,", "weights, excitation")),
    "Consistent": (732, 340, "estimation", "Consistent", ("physically consistent,", "with the prior")),
    "Estimate": (882, 200, "estimation", "Estimate", ("values, intervals,", "residuals, warnings")),
    "identified": (554, 470, "file", "identified.urdf", ("only the inertial", "numbers changed")),
    "result": (732, 470, "file", "result.json", ("every number, option", "and hash")),
    "report": (882, 470, "file", "report.html", ("tables and curves", "")),
}

ARROWS = [
    ("robot file", "Robot", "load"),
    ("Robot", "Verdict", "identifiability"),
    ("log file", "Log", "read_log, import"),
    ("Log", "Motion", "clean"),
    ("Runs", "Base", ""),
    ("Base", "Evidence", ""),
    ("Evidence", "Fit", ""),
    ("Fit", "Consistent", ""),
]


def svg() -> str:
    """Return the picture."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="Helvetica, Arial, sans-serif" role="img">',
        "<title>From robot file and log file to an identified robot</title>",
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M0 0L10 5L0 10z" fill="#475569"/></marker></defs>',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        '<rect x="8" y="318" width="874" height="108" rx="10" fill="#fff7ed" stroke="#fdba74" stroke-dasharray="5 4"/>',
        _text(22, 418, "heft identify: the stages of heft.estimation, each made once, forward only", 12, "#9a3412"),
        _text(20, 50, "robot/", 13, COLOURS["robot"][1]),
        _text(376, 50, "identifiability/", 13, COLOURS["identifiability"][1]),
        _text(20, 190, "logs/", 13, COLOURS["logs"][1]),
    ]
    for name in BOXES:
        parts.append(_box(*BOXES[name]))
    for first, second, label in ARROWS:
        (x, y, *_), (to, *_) = BOXES[first], BOXES[second]
        parts.append(_arrow(f"M{x + BOX[0]} {y + BOX[1] / 2}H{to}"))
        parts.append(_text((x + BOX[0] + to) / 2, y + BOX[1] + 14, label, 11, "#475569", "middle") if label else "")
    parts += _elbows()
    return "\n".join([*filter(None, parts), "</svg>"]) + "\n"


def _elbows() -> list[str]:
    """Return the arrows that turn a corner."""
    return [
        _arrow("M514 91H534V302H267V340"),  # Verdict -> Base
        _text(540, 150, "reduction to", 11, "#475569"),
        _text(540, 164, "base parameters", 11, "#475569"),
        _arrow("M445 262V290H89V340"),  # Motion -> Runs
        _arrow("M801 340V231H882"),  # Consistent -> Estimate
        _arrow("M623 340V231H882"),  # Fit -> Estimate: values and covariance of least squares
        _text(640, 222, "least squares, covariance", 11, "#475569"),
        _arrow("M951 200V24H267V60"),  # Estimate -> Robot
        _text(640, 17, "Estimate.robot: the identified robot is a Robot again", 11, "#475569"),
        _arrow("M951 262V470"),
        _arrow("M951 440H801V470"),
        _arrow("M951 440H623V470"),
    ]


def _box(x: float, y: float, room: str, title: str, lines: tuple[str, ...]) -> str:
    fill, edge = COLOURS[room]
    width, height = BOX
    texts = [_text(x + width / 2, y + 20, title, 14, "#0f172a", "middle", "bold")]
    texts += [_text(x + width / 2, y + 37 + 14 * k, line, 11, "#334155", "middle") for k, line in enumerate(lines)]
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="7" fill="{fill}" stroke="{edge}"/>' + "".join(
        texts
    )


def _arrow(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="#475569" stroke-width="1.4" marker-end="url(#tip)"/>'


def _text(x: float, y: float, text: str, size: int, colour: str, anchor: str = "start", weight: str = "normal") -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}" text-anchor="{anchor}" font-weight="{weight}">'
        f"{escape(text)}</text>"
    )


if __name__ == "__main__":
    Path(__file__).with_name("architecture.svg").write_text(svg(), encoding="utf-8")
