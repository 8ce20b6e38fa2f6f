"""Families and curves: at rest at both ends, smooth, linear, and the same after JSON."""

from __future__ import annotations

import json

import numpy as np
import pytest

from heft.errors import ArgumentError, FormatError
from heft.excitation.curves import LinearCurve
from heft.excitation.families import Family, families, family_from_dict
from heft.excitation.families.fourier import Fourier
from heft.excitation.families.spline import Spline
from heft.excitation.families.stops import Stops

KINDS = [
    Fourier(7.0, 2),
    Fourier(10.0, 5),
    Fourier(4.0, 6, 3),
    Spline(6.0, 4),
    Spline(9.0, 12),
    Stops((0.5, 0.3, 0.4), (1.5, 2.0)),
]


def some(family: Family) -> LinearCurve:
    coefficients = np.random.default_rng(1).standard_normal((family.size, 2))
    return LinearCurve(family, ("a", "b"), coefficients)


def test_there_is_a_case_for_every_family():
    assert {type(family) for family in KINDS} == set(families().values())


@pytest.mark.parametrize("family", KINDS, ids=str)
def test_it_starts_in_its_first_coefficient_and_rests_at_both_ends(family: Family):
    curve = some(family)
    q, *rates = curve.sample([0.0, curve.duration])
    middle = curve.sample(np.linspace(0, curve.duration, 200))
    assert np.allclose(q[0], curve.coefficients[0], atol=1e-12)
    for rate, anywhere in zip(rates, middle[1:], strict=True):
        assert np.abs(rate).max() < 1e-9 * np.abs(anywhere).max()


@pytest.mark.parametrize("family", KINDS, ids=str)
def test_each_derivative_is_that_of_the_one_before(family: Family):
    curve, step = some(family), 1e-5
    t = np.linspace(0.1, 0.9, 23) * curve.duration
    before, after, here = curve.sample(t - step), curve.sample(t + step), curve.sample(t)
    for order in range(3):
        slope = (after[order] - before[order]) / (2 * step)
        assert np.abs(slope - here[order + 1]).max() < 1e-6 * np.abs(here[order + 1]).max()


@pytest.mark.parametrize("family", KINDS, ids=str)
def test_functions_are_independent(family: Family):
    values = family.basis(np.linspace(0, family.duration, 500))[0]
    s = np.linalg.svd(values / np.linalg.norm(values, axis=0), compute_uv=False)
    assert s[-1] > 1e-6 * s[0]


@pytest.mark.parametrize("family", KINDS, ids=str)
def test_a_curve_survives_json(family: Family):
    curve = some(family)
    again = LinearCurve.from_dict(json.loads(json.dumps(curve.to_dict())))
    t = np.linspace(0, curve.duration, 50)
    assert again.joints == curve.joints
    assert np.array_equal(again.sample(t), curve.sample(t))


def test_periods_repeat_and_a_spline_may_end_elsewhere():
    periodic, spline = some(Fourier(4.0, 6, 3)), some(Spline(6.0, 8))
    t = np.linspace(0, 4.0, 30)
    assert np.allclose(periodic.sample(t)[0], periodic.sample(t + 8.0)[0], atol=1e-9)
    q = spline.sample([0.0, 6.0])[0]
    assert np.abs(q[1] - q[0]).min() > 1e-3


def test_shrinking_keeps_the_start():
    curve = some(Fourier(4.0, 6))
    t = np.linspace(0, 4.0, 30)
    assert np.allclose(curve.shrunk(0.25).sample(t)[0] - curve.start, 0.25 * (curve.sample(t)[0] - curve.start))


@pytest.mark.parametrize("make", [lambda: Fourier(5.0, 1), lambda: Fourier(0.0, 4), lambda: Spline(5.0, 2)])
def test_motions_that_cannot_rest_at_both_ends_are_refused(make):
    with pytest.raises(ArgumentError, match="no motion from rest to rest"):
        make()


def test_unknown_families_and_wrong_shapes_are_refused():
    with pytest.raises(FormatError, match="no family of motions 'zigzag'"):
        family_from_dict({"family": "zigzag"})
    with pytest.raises(ArgumentError, match="coefficients have shape"):
        LinearCurve(Fourier(5.0, 4), ("a",), np.zeros((3, 1)))
