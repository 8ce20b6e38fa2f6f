"""BLAS on one thread during an identification, and on as many as before afterwards."""

import pytest
import scipy.linalg  # noqa: F401

from heft.one_thread import _libraries, on_one_thread, one_thread


def threads():
    return [get() for get, _ in _libraries()]


@pytest.mark.skipif(not _libraries(), reason="NumPy and SciPy do not come with OpenBLAS here")
def test_threads_are_as_before_afterwards():
    before = threads()
    for _, put in _libraries():
        put(2)
    several = threads()
    with one_thread():
        assert set(threads()) == {1}
    assert threads() == several

    @on_one_thread
    def fails():
        assert set(threads()) == {1}
        raise ValueError("on purpose")

    with pytest.raises(ValueError, match="on purpose"):
        fails()
    assert threads() == several
    for (_, put), number in zip(_libraries(), before, strict=True):
        put(number)
