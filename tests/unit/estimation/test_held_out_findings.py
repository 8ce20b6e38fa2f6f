"""Held-out samples that say nothing, or that are predicted far worse than the fitted ones, are named."""

from types import SimpleNamespace

from heft.estimation.findings.held_out import held_out


def residuals(**percent):
    joints = [SimpleNamespace(name=name, relative_percent=value) for name, value in percent.items()]
    return SimpleNamespace(joints=joints)


def found(fitted, held, any_held_out=True):
    compared = SimpleNamespace(estimate=SimpleNamespace(fitted=fitted, held_out=held))
    return list(held_out(compared, SimpleNamespace(held_out=("a run",) if any_held_out else ())))


def test_a_joint_that_is_predicted_far_worse_is_named():
    (sentence,) = found(residuals(shoulder=5, elbow=4), residuals(shoulder=6, elbow=114))
    assert "'elbow' 114 % against 4 %" in sentence
    assert "shoulder" not in sentence


def test_nothing_is_said_of_what_is_a_little_worse_or_small():
    assert found(residuals(shoulder=5, elbow=1), residuals(shoulder=9, elbow=8)) == []


def test_no_samples_at_all_and_none_of_a_joint():
    assert "has not been tested" in found(residuals(shoulder=5), None)[0]
    assert "'elbow'" in found(residuals(shoulder=5, elbow=4), residuals(shoulder=5))[0]


def test_where_nothing_was_to_be_held_out_nothing_is_said():
    assert found(residuals(shoulder=5), None, any_held_out=False) == []
