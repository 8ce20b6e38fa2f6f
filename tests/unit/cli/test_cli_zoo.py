"""`heft zoo` and `heft --install-completion`."""

from __future__ import annotations

import json
import subprocess

import pytest

from heft.robot.zoo import SUMMARIES, names


def test_zoo_lists_every_robot(heft):
    answer = heft("zoo")
    assert answer.status == 0
    assert all(f"zoo:{name} " in answer.out for name in names())
    assert "zoo:planar_n(5)" in answer.out
    assert {*SUMMARIES} == {*names()}
    facts = json.loads(heft("zoo", "--json").out)
    assert [each["name"] for each in facts["robots"]] == [f"zoo:{name}" for name in names()]
    assert {each["nv"] for each in facts["robots"] if each["name"] == "zoo:panda"} == {7}


def test_completion_is_installed_for_bash(heft, folder, monkeypatch):
    monkeypatch.setenv("HOME", str(folder))
    answer = heft("--install-completion", "--shell", "bash")
    assert answer.status == 0
    script = folder / ".local/share/bash-completion/completions/heft"
    assert str(script) in answer.out.replace("\n", "")
    assert str(script) in (folder / ".bashrc").read_text()
    subprocess.run(["bash", "-n", script], check=True)
    assert "identifiable" in script.read_text()
    assert "--held-out" in script.read_text()


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_completion_as_a_file_leaves_the_shell_alone(heft, folder, monkeypatch, shell):
    monkeypatch.setenv("HOME", str(folder))
    assert heft("--install-completion", "--shell", shell, "-o", "heft.completion").status == 0
    assert "identify" in (folder / "heft.completion").read_text()
    assert [path.name for path in folder.iterdir()] == ["heft.completion"]
