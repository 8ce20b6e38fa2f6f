"""What all readers share: errors that name the file, JSON and TOML, NumPy's arrays without pickle."""

from __future__ import annotations

import errno
import io
import json
import warnings
import zlib
from typing import Any

import numpy as np
import pytest

from heft.errors import ArgumentError, FileError, FormatError, MissingExtraError, ShortMemoryError
from heft.reading.guard import reading
from heft.reading.npz import Npz, PickledError, one_array
from heft.reading.schema import Checked, Line, Sensible, checked
from heft.reading.text import DEEPEST, json_value, toml_table


@pytest.mark.parametrize(
    "foreign", [zlib.error("Error -3"), OverflowError(), KeyError("x"), AssertionError(), TypeError]
)
def test_whatever_a_reader_raises_names_the_file(foreign: Exception):
    with pytest.raises(FormatError, match="not a whole CSV file") as caught, reading("a.csv", "CSV file"):
        raise foreign
    assert caught.value.where == "a.csv"
    assert caught.value.remedy
    assert isinstance(caught.value.__cause__, Exception)


def test_a_foreign_message_is_one_short_line_without_escape_sequences():
    with pytest.raises(FormatError) as caught, reading("a.csv", "CSV file"):
        raise ValueError("\x1b[31m" + "x" * 10_000 + "\nmore")
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        OSError(errno.ENOMEM, "Cannot allocate memory"),
        ImportError("libarrow.so.2600: failed to map segment from shared object"),
        RuntimeError("can't start new thread"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_shortage_of_memory_is_not_the_fault_of_the_file(error: Exception):
    with (
        pytest.raises(ShortMemoryError, match=r"^a\.csv: There is not enough memory to read it") as caught,
        reading("a.csv", "CSV file"),
    ):
        raise error
    assert isinstance(caught.value, MemoryError)
    with pytest.raises(ShortMemoryError), reading("folder", "log"):  # readers may call each other
        raise caught.value
    with pytest.raises(ShortMemoryError), reading("a.csv", "CSV file"):
        raise ValueError("no rows") from error


def test_depth_is_said_in_words():
    with pytest.raises(FormatError, match="nested too deeply"), reading("a.csv", "CSV file"):
        raise RecursionError


def test_an_interruption_and_a_missing_extra_pass_through():
    with pytest.raises(KeyboardInterrupt), reading("a.csv", "CSV file"):
        raise KeyboardInterrupt
    with pytest.raises(MissingExtraError), reading("a.csv", "CSV file"):
        raise MissingExtraError("h5py", "hdf5", "Reading HDF5 files")


def test_errors_of_heft_get_the_file_where_they_lack_a_place():
    with pytest.raises(ArgumentError, match=r"^a\.csv: No"), reading("a.csv", "CSV file"):
        raise ArgumentError("No.", remedy="Give one.")
    with pytest.raises(FormatError, match=r"^a\.csv: body 'x': No"), reading("a.csv", "CSV file"):
        raise FormatError("No.", where="body 'x'", remedy="Give one.")


def test_warnings_of_libraries_are_not_shown():
    with reading("a.csv", "CSV file"):
        warnings.warn("odd", stacklevel=1)


@pytest.mark.parametrize(
    ("text", "match"),
    [
        (b"{", "not JSON"),
        (b"\xff", "not JSON"),
        (b'{"a": 1, "a": 2}', "'a' stands twice"),
        (b'{"a": NaN}', "'NaN' is not a finite number"),
        (b"[1e400]", "not a finite number"),
        (b"[" + b"9" * 400 + b"]", "not a finite number"),
        (b"[" + b"9" * 5000 + b"]", "not a finite number"),
        (b"[" * (DEEPEST + 1) + b"]" * (DEEPEST + 1), "nested more than"),
        (b"[" * 100_000, "nested too deeply"),
    ],
)
def test_json_that_is_refused(text: bytes, match: str):
    with pytest.raises(FormatError, match=match) as caught:
        json_value(text, "a.json")
    assert caught.value.where == "a.json"


def test_json_and_toml_that_are_read():
    deep = b"[" * DEEPEST + b"]" * DEEPEST
    assert json_value(deep, "a.json") == json.loads(deep)
    assert json_value(b"\xef\xbb\xbf3", "a.json") == 3
    assert toml_table(b"a = [1, 2.5]", "a.toml", "") == {"a": [1, 2.5]}


@pytest.mark.parametrize("text", [b"a = ", b"a = inf", b"a = 1e400", b"a = " + b"[" * 100_000, b"\xff", b"a=1\na=2"])
def test_toml_that_is_refused(text: bytes):
    with pytest.raises(FormatError) as caught:
        toml_table(text, "a.toml", "Correct it.")
    assert caught.value.where == "a.toml"


def saved(**arrays: Any) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)
    return file.getvalue()


def test_arrays_come_back_as_they_were_saved():
    arrays = {
        "row": np.arange(6.0).reshape(2, 3),
        "column": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "big": np.arange(3, dtype=">i4"),
        "none": np.zeros((0, 4)),
        "one": np.array(2.5),
        "text": np.array('{"a": 1}'),
    }
    found = Npz(saved(**arrays), "a.npz")
    assert list(found) == list(arrays)
    for name, array in arrays.items():
        np.testing.assert_array_equal(found[name], array)
        assert found[name].shape == array.shape


def test_pickled_objects_are_never_unpickled():
    class Trap:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return pytest.fail, ("the object was unpickled",)

    file = io.BytesIO()
    np.save(file, np.array([Trap()], dtype=object), allow_pickle=True)
    with pytest.raises(PickledError, match="could run code"):
        one_array(file.getvalue(), "a.npy")


def test_an_array_that_claims_more_than_there_is():
    file = io.BytesIO()
    np.save(file, np.zeros(100))
    lie = file.getvalue().replace(b"(100,), }            ", b"(99999999999999999,),}")
    assert len(lie) > 900
    with pytest.raises(FormatError, match="does not fit its 80"):
        one_array(lie, "a.npy")


def test_an_archive_that_expands_too_far_is_refused_unread():
    content = bytearray(saved(a=np.zeros(3)))
    directory = content.rindex(b"PK\x01\x02")
    content[directory + 24 : directory + 28] = (2**32 - 2).to_bytes(4, "little")  # the size that the directory declares
    with pytest.raises(FileError, match="expands to"):
        Npz(bytes(content), "a.npz")


class Entry(Checked):
    name: Line
    size: Sensible


@pytest.mark.parametrize(
    ("data", "match"),
    [
        ({"name": "x"}, "The key is missing at size"),
        ({"name": "x", "size": "1"}, "A number is expected at size, not '1'"),
        ({"name": "x", "size": True}, "A number is expected at size"),
        ({"name": "x", "size": float("nan")}, "A finite number is expected at size"),
        ({"name": "x", "size": 1e101}, "not sensible at size"),
        ({"name": "x", "size": 10**400}, "at size"),
        ({"name": "x\x1b", "size": 1}, "control characters is expected at name"),
        ({"name": "\ud800", "size": 1}, "at name"),
        ([], "A table is expected, not a list"),
    ],
)
def test_a_schema_says_what_is_wrong_and_where(data: object, match: str):
    with pytest.raises(FormatError, match=match) as caught:
        checked(Entry, data, "file", "a.json", "Make it again.")
    assert caught.value.where == "a.json"
    assert len(str(caught.value)) < 300
