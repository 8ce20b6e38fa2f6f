"""The robot in 3D, what was found about the link that is picked, and the bar that plays motions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.report.html import fill
from heft.report.section import Section, Sheet

if TYPE_CHECKING:
    from markupsafe import Markup

MODES = {"verdict": "verdict", "uncertainty": "uncertainty", "change": "change from the file", "score": "result"}


class RobotSection(Section):
    """The picture of the robot."""

    name, title = "robot", "The robot"

    def html(self, sheet: Sheet) -> Markup | None:
        """Return the places that the script fills; notes alone, if there is no robot to draw."""
        data = sheet.data
        if not data.links and not data.notes:
            return None
        layers = [("shapes", "links", True)]
        layers += [("file", "inertia, file", False)] * any(link.file for link in data.links)
        carried = data.shown_as == "payload"
        layers += [("estimate", f"inertia, {data.shown_as}", carried)] * any(link.estimate for link in data.links)
        layers += [("centres", "centres of mass", False)] * any(link.estimate or link.file for link in data.links)
        layers += [("axes", "joint axes", not data.meshes), ("gravity", "gravity", True)]
        parameters = any(link.parameters for link in data.links)
        return fill(TEMPLATE, data=data, layers=layers, modes=MODES, parameters=parameters)


TEMPLATE = """
<p class="no-script lead">The picture and the curves need JavaScript, which is off here. The tables below do not.</p>
{% for note in data.notes %}
<p class="lead">{{ note }}</p>
{% endfor %}
{% if data.links %}
<div class="controls only-live">
{% if data.modes | length > 1 %}
<fieldset><legend>Colour by</legend>
{% for mode in data.modes %}
<label><input type="radio" name="mode" value="{{ mode }}"{% if loop.first %} checked{% endif %}> {{ modes[mode]
}}</label>
{% endfor %}
</fieldset>
{% endif %}
{% if parameters %}
<label>{{ "of" if data.modes | length > 1 else "Verdict on" }}
<select id="symbol"><option value="">all ten parameters</option></select></label>
{% endif %}
<fieldset><legend>Show</legend>
{% for layer, words, on in layers %}
<label><input type="checkbox" data-layer="{{ layer }}"{% if on %} checked{% endif %}> {{ words }}</label>
{% endfor %}
</fieldset>
</div>
<div class="stage only-live">
<div>
<div id="picture">
<canvas id="robot-canvas" tabindex="0" role="img" aria-label="The robot in 3D. Arrow keys turn it, + and - zoom, 0 shows
 all of it. The list of links picks one."></canvas>
<div id="tip" hidden></div>
<button type="button" id="whole">Whole robot</button>
<p id="touch-hint" class="soft" hidden>One finger scrolls the page and turns the robot sideways; two fingers turn and
zoom it.</p>
</div>
<ul id="legend" aria-label="Colours"></ul>
<p class="soft" id="about"></p>
</div>
<div>
<ul id="links" aria-label="Links"></ul>
<div id="card" aria-live="polite"></div>
</div>
</div>
<div id="player" hidden>
<button type="button">Play</button>
<input type="range" min="0" max="1000" step="1" value="0" aria-label="Time">
<output></output>
<select aria-label="Run"></select>
</div>
{% endif %}
"""

SECTION = RobotSection()
