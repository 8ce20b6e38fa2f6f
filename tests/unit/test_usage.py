"""What the tests take, by folder: the sums that are shown beside --durations."""

from __future__ import annotations

from types import SimpleNamespace

from support.usage import NAME, RAISED, by_folder, peak, processor, that_raised


def _report(nodeid: str, *times: float) -> SimpleNamespace:
    return SimpleNamespace(nodeid=nodeid, user_properties=[("fuzz", ["x"]), *((NAME, time) for time in times)])


def test_phases_of_a_test_add_up_and_folders_are_sorted() -> None:
    reports = [
        _report("tests/laws/test_a.py::test_one", 1.0),
        _report("tests/real/test_b.py::test_two[1/2]", 2.0),
        _report("tests/real/test_b.py::test_two[1/2]", 0.5),
        _report("tests/real/test_c.py::test_three", 0.25),
    ]
    assert by_folder(reports) == [("tests/real", 2, 2.75), ("tests/laws", 1, 1.0)]


def test_those_that_raised_the_peak_come_first() -> None:
    reports = [
        SimpleNamespace(nodeid=name, user_properties=[(NAME, 9.0), (RAISED, more)])
        for name, more in [("one", 5.0), ("two", 30.0), ("one", 40.0)]
    ]
    assert that_raised(reports) == [("one", 45.0), ("two", 30.0)]


def test_time_and_memory_grow() -> None:
    before, least = processor(), peak()
    assert len(bytearray(b"x") * 2**24) == 2**24
    while processor() == before:  # until the clock ticks
        sum(range(10_000))
    assert peak() >= least
