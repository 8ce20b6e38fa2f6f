"""Damage: seeded changes of bytes, and of the structure of JSON, TOML and XML texts."""

from __future__ import annotations

import copy
import json
import random
import re
import tomllib
from collections.abc import Callable, Sequence
from typing import Any

Random = random.Random

NUMBERS = (
    *(b"1e400", b"-0", b"nan", b"inf", b"-Infinity", b"1" + b"0" * 400, b"1e-400", b"1e308", b"1e101", b"-1e99"),
    *(b"1e-300", b"0", b"-1", b"9223372036854775808", b"1e999999999", b"0x10", b"1/0", b"1_0", b"1,5", b"", b"true"),
)
"""What stands in place of a number."""

TEXTS = (
    *(
        "",
        "\x00",
        "\x1b[31mred",
        "\ud800",
        "\u202eevil",
        "a" * 3000,
        "../../etc/passwd",
        "\n",
        "é",
        "\U0001d6fc",
        "{{7*7}}",
    ),
    *("nan", "None", "__class__", "a/b", "a.b", ".", "%s", "'; --", "<b>", "\\input{x}"),
)
"""What stands in place of a name."""

_NUMBER = re.compile(rb"-?\d+\.?\d*(?:[eE][+-]?\d+)?")
_WORD = re.compile(rb"[A-Za-z_][A-Za-z_0-9]+")
_MOST = 200_000
"""Bytes of a mutated input; longer ones only take time."""


def bytes_changed(content: bytes, rng: Random, others: Sequence[bytes] = ()) -> bytes:
    """Return content with one to four changes that know nothing of its structure."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        content = rng.choice(_BYTE_CHANGES)(content, rng, others)[:_MOST]
    return content


def _flipped(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    made = bytearray(content)
    for _ in range(rng.choice((1, 1, 3, 20))):
        if made:
            made[rng.randrange(len(made))] ^= 1 << rng.randrange(8)
    return bytes(made)


def _replaced(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    made = bytearray(content)
    if made:
        start, length = rng.randrange(len(made)), rng.choice((1, 2, 4, 8))
        made[start : start + length] = (
            rng.choice((b"\x00", b"\xff", b"\x7f", b"\x80", bytes([rng.randrange(256)]))) * length
        )
    return bytes(made)


def _truncated(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return content[: rng.randrange(len(content) + 1)]


def _without(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    start = rng.randrange(len(content) + 1)
    return content[:start] + content[start + rng.choice((1, 4, 16, 200)) :]


def _repeated(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    start = rng.randrange(len(content) + 1)
    piece = content[start : start + rng.choice((1, 8, 100, 1000))]
    return content[:start] + piece * rng.choice((2, 3, 50)) + content[start:]


def _spliced(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    other = rng.choice(others) if others else content
    return content[: rng.randrange(len(content) + 1)] + other[rng.randrange(len(other) + 1) :]


def number_changed(content: bytes, rng: Random, _: Sequence[bytes] = ()) -> bytes:
    """Return content with a number replaced by an odd one."""
    return _swapped(_NUMBER, NUMBERS, content, rng)


def _word(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    return _swapped(_WORD, [text.encode("utf-8", "surrogatepass") for text in TEXTS], content, rng)


def _swapped(pattern: re.Pattern[bytes], values: Sequence[bytes], content: bytes, rng: Random) -> bytes:
    places = [match.span() for match in pattern.finditer(content[:20_000])]
    if not places:
        return content + rng.choice(values)
    start, end = rng.choice(places)
    return content[:start] + rng.choice(values) + content[end:]


def _nested(content: bytes, rng: Random, _: Sequence[bytes]) -> bytes:
    start, depth = rng.randrange(len(content) + 1), rng.choice((70, 2000, 30_000))
    return content[:start] + rng.choice((b"[", b"{", b'{"a":', b"<a>", b"(", b"[[")) * depth + content[start:]


_BYTE_CHANGES: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    *(
        _flipped,
        _flipped,
        _replaced,
        _truncated,
        _without,
        _repeated,
        _spliced,
        number_changed,
        number_changed,
        _word,
        _nested,
    ),
)

# -- structure ------------------------------------------------------------------------------------


def json_changed(content: bytes, rng: Random, others: Sequence[bytes] = ()) -> bytes:
    """Return JSON with a change of its structure; one in three times, of its bytes."""
    if rng.random() < 0.33:
        return bytes_changed(content, rng, others)
    data = tree_changed(json.loads(content), rng)
    return json.dumps(data, ensure_ascii=rng.random() < 0.7).encode("utf-8", "surrogatepass")[:_MOST]


def toml_changed(content: bytes, rng: Random, others: Sequence[bytes] = ()) -> bytes:
    """Return TOML with a change of its structure; one in two times, of its bytes."""
    if rng.random() < 0.5:
        return bytes_changed(content, rng, others)
    return to_toml(tree_changed(tomllib.loads(content.decode()), rng)).encode("utf-8", "surrogatepass")[:_MOST]


def to_toml(data: Any) -> str:
    """Return a table as TOML, on one line for each key; what TOML does not have is written as text."""
    if not isinstance(data, dict):
        return f"value = {_inline(data)}\n"
    return "".join(f"{json.dumps(str(key))} = {_inline(value)}\n" for key, value in data.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_inline(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_inline, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return repr(value) if isinstance(value, (int, float)) else json.dumps(str(value))


def tree_changed(data: Any, rng: Random) -> Any:
    """Return data of lists and tables with one to three parts changed."""
    data = copy.deepcopy(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        places = [*_places(data)]
        if not places:
            return _odd(rng)
        holder, key = rng.choice(places)
        change = rng.randrange(8)
        if change == 0:
            del holder[key]
        elif change == 1:
            holder[key] = copy.deepcopy(rng.choice(places)[0])
        elif change == 2 and isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
        elif change == 3 and isinstance(holder, dict):
            holder[rng.choice(TEXTS)] = holder.pop(key)
        elif change == 4:
            inner = holder[key]
            for _ in range(rng.choice((1, 3, 70))):
                inner = [inner]
            holder[key] = inner
        else:
            holder[key] = _odd(rng)
    return data


def _places(data: Any) -> Any:
    waiting = [data]
    while waiting:
        part = waiting.pop()
        keys = list(part) if isinstance(part, dict) else range(len(part)) if isinstance(part, list) else ()
        for key in keys:
            yield part, key
            waiting.append(part[key])


def _odd(rng: Random) -> Any:
    odd = (
        None,
        True,
        0,
        -1,
        -0.0,
        1e308,
        1e101,
        1e-300,
        10**30,
        10**400,
        float("nan"),
        float("inf"),
        [],
        {},
        [[]],
        {"": 0},
    )
    return rng.choice(
        (*odd, rng.choice(TEXTS), rng.choice(TEXTS), str(rng.choice(NUMBERS), "ascii"), rng.uniform(-9, 9))
    )


def xml_changed(content: bytes, rng: Random, others: Sequence[bytes] = ()) -> bytes:
    """Return XML with an element or an attribute changed, removed, repeated or moved; or with changed bytes."""
    if rng.random() < 0.33:
        return bytes_changed(content, rng, others)
    for _ in range(rng.choice((1, 1, 2, 3))):
        content = rng.choice((_attribute, _attribute, _attribute, _element, _element))(content, rng)[:_MOST]
    return content


def _attribute(content: bytes, rng: Random) -> bytes:
    places = [*re.finditer(rb'([\w:]+)="([^"]*)"', content)]
    if not places:
        return content
    chosen, change = rng.choice(places), rng.randrange(5)
    words = chosen[2].split()
    if change == 0:
        made = b""
    elif change == 1 and words:
        words[rng.randrange(len(words))] = rng.choice(NUMBERS)
        made = chosen[1] + b'="' + b" ".join(words) + b'"'
    elif change == 2:
        made = chosen[1] + b'="' + rng.choice(places)[2] + b'"'
    elif change == 3:
        text = rng.choice(TEXTS).encode("utf-8", "surrogatepass").replace(b"<", b"&lt;").replace(b'"', b"")
        made = chosen[1] + b'="' + text + b'"'
    else:
        made = rng.choice(places)[1] + b'="' + chosen[2] + b'"'
    return content[: chosen.start()] + made + content[chosen.end() :]


def _element(content: bytes, rng: Random) -> bytes:
    places = [*re.finditer(rb"<(\w+)[^<>]*/>|<(\w+)[^<>]*>.*?</\2>", content, re.DOTALL)]
    if not places:
        return content
    chosen, other = rng.choice(places), rng.choice(places)
    made = rng.choice((b"", chosen[0] * 2, other[0], chosen[0] + other[0], chosen[0] * 40))
    return content[: chosen.start()] + made + content[chosen.end() :]
