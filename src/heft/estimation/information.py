"""Information: the triangular factors of a regression, which keep everything that logs say about parameters.

For each coordinate r the rows [A_r | b_r] of all samples are reduced to the triangular factor R_r of their QR
decomposition, which keeps every sum of squares: |A_r x - b_r|^2 = |R_r [x; -1]|^2 for any x. It is made by folding
tile after tile (a tall-skinny QR; never the normal equations, whose condition number is the square), so time is
linear in the samples and memory does not grow with them.

Since each coordinate keeps its own factor, weights can be changed afterwards without another pass over the logs. Any
two merge into one: the operation is associative and has a neutral element, so that one machine folds
them, a cluster reduces them, and a new log is added to an old estimate, all with the same function.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial, reduce
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.kernels.threads import in_threads
from heft.errors import ArgumentError, FormatError
from heft.estimation import householder, row_folding
from heft.estimation.columns import Model
from heft.estimation.fingerprint import difference
from heft.estimation.information_schema import KIND, MAKE_AGAIN, arrays_in, head_in
from heft.estimation.row_blocks import sources_of
from heft.estimation.rows import TILE, RegressionRows, rows_of, streamed_rows, tiles_of
from heft.files import read_bytes, write_whole
from heft.logs.content import KnownRun, first_repeated, shared_words
from heft.logs.motion import Motion
from heft.reading.guard import reading
from heft.reading.npz import Npz

FORMAT, OLDER = "heft-information/2", "heft-information/1"

REMEDY = "Gather both from logs of the same robot, with the same friction and the same options."


@dataclass(frozen=True, eq=False)
class Information:
    """Triangular factors of a regression, one per coordinate.

    Attributes:
        names: of the columns.
        coordinates: names of the coordinates whose efforts are explained.
        columns: per coordinate (k,), the columns that it depends on.
        factors: per coordinate (k + 1, k + 1), upper triangular: of its columns and its effort.
        counts: (nv,) how many samples were folded.
        origins: what they came from: motions, or what `source_of` gives of them.
        fingerprint: of the model, by which information of another one is recognised; {} if there is no robot.
    """

    names: tuple[str, ...]
    coordinates: tuple[str, ...]
    columns: tuple[Ints, ...]
    factors: tuple[Array, ...]
    counts: Ints
    origins: tuple[Motion | dict[str, Any], ...] = ()
    fingerprint: dict[str, Any] = field(default_factory=dict)

    @cached_property
    def sources(self) -> tuple[dict[str, Any], ...]:
        """Where they came from, ready for JSON. Samples are hashed when this is first asked for, as by `merge`."""
        return tuple(source_of(origin) if isinstance(origin, Motion) else origin for origin in self.origins)

    def __getstate__(self) -> dict[str, Any]:
        """Return what a worker of a cluster sends: no samples."""
        return self.__dict__ | {"origins": self.sources}

    @property
    def energy(self) -> Array:
        """(nv,) the sum of squared efforts."""
        return np.array([np.sum(R[:, -1] ** 2) for R in self.factors])

    def squares(self, values: Array) -> Array:
        """Return (nv,) the sums of squared residuals of parameters, in the order of `names`."""
        pairs = zip(self.columns, self.factors, strict=True)
        return np.array([np.sum((R[:, :-1] @ values[c] - R[:, -1]) ** 2) for c, R in pairs])

    def stacked(self, weights: Array | None = None) -> Array:
        """Return the factor (n + 1, n + 1) of all coordinates together.

        Args:
            weights: (nv,) what each coordinate's residuals are multiplied by; ones if None.
        """
        n = len(self.names)
        weights = np.ones(len(self.factors)) if weights is None else weights
        rows = []
        for weight, c, R in zip(weights, self.columns, self.factors, strict=True):
            wide = np.zeros((len(R), n + 1))
            wide[:, c], wide[:, n] = weight * R[:, :-1], weight * R[:, -1]
            rows.append(wide)
        return triangle(np.vstack(rows)) if rows else np.zeros((n + 1, n + 1))

    def merge(self, other: Information) -> Information:
        """Return the information of both. Columns that only one of them has are kept, by name.

        Raises:
            ArgumentError: they are of different robots, or have a log in common.
        """
        if not self.coordinates:
            return other
        if not other.coordinates:
            return self
        if self.coordinates != other.coordinates:
            raise ArgumentError(
                f"Information of different robots cannot be merged: one has the coordinates {list(self.coordinates)}, "
                f"the other {list(other.coordinates)}.",
                remedy=REMEDY,
            )
        self._refuse_other_models(other)
        self._refuse_common_logs(other)
        names = (*self.names, *(name for name in other.names if name not in self.names))
        where = {name: k for k, name in enumerate(names)}
        columns, factors = [], []
        for mine, R, theirs, S in zip(self.columns, self.factors, other.columns, other.factors, strict=True):
            moved = [where[other.names[c]] for c in theirs]
            union = sorted({*mine.tolist(), *moved})
            rows = np.zeros((len(R) + len(S), len(union) + 1))
            rows[: len(R), [*(union.index(c) for c in mine), -1]] = R
            rows[len(R) :, [*(union.index(c) for c in moved), -1]] = S
            columns.append(np.array(union, np.int64))
            factors.append(triangle(rows))
        sources = tuple(sorted((*self.sources, *other.sources), key=_order))
        counts, prints = self.counts + other.counts, self.fingerprint or other.fingerprint
        return Information(names, self.coordinates, tuple(columns), tuple(factors), counts, sources, prints)

    def _refuse_other_models(self, other: Information) -> None:
        """Refuse information whose columns have the same names and mean something else."""
        if not self.fingerprint or not other.fingerprint:
            return
        apart = difference(self.fingerprint, other.fingerprint)
        if apart is not None:
            raise ArgumentError(f"Information of different robots cannot be merged. {apart}", remedy=REMEDY)

    def _refuse_common_logs(self, other: Information) -> None:
        """Refuse to count a log twice: intervals would shrink without any new data."""
        ours, theirs = ([KnownRun.of(source) for source in each.sources] for each in (self, other))
        for run in theirs:
            pair = first_repeated([run], ours)
            if pair is not None:
                raise ArgumentError(
                    f"The same log would count twice: {shared_words(*pair)}.",
                    remedy="Give each log once.",
                )

    def save(self, path: str | Path) -> None:
        """Write it to one file (a zip of plain arrays), whole or not at all."""
        head = {"format": FORMAT, "names": self.names, "coordinates": self.coordinates, "sources": self.sources}
        head["fingerprint"] = self.fingerprint
        arrays: dict[str, Any] = {f"columns.{r}": c for r, c in enumerate(self.columns)}
        arrays |= {f"factor.{r}": R for r, R in enumerate(self.factors)}
        buffer = io.BytesIO()
        np.savez(buffer, head=np.array(json.dumps(head)), counts=self.counts, **arrays)
        write_whole(Path(path), buffer.getvalue())

    @classmethod
    def load(cls, path: str | Path) -> Information:
        """Read what `save` wrote.

        Raises:
            FormatError: it is another kind of file.
        """
        where = str(path)
        with reading(where, KIND, MAKE_AGAIN):
            file = Npz(read_bytes(Path(path)), where)
            head = head_in(file, where)
            if head.format == OLDER:
                what = "This information was saved by an earlier version of heft, which did not store what robot and "
                raise FormatError(f"{what}which logs it is from.", where=where, remedy=MAKE_AGAIN)
            if head.format != FORMAT:
                raise FormatError(f"This is not a {KIND} ({FORMAT}).", where=where, remedy=MAKE_AGAIN)
            arrays = arrays_in(file, head, where)
        return cls(
            tuple(head.names),
            tuple(head.coordinates),
            arrays.columns,
            arrays.factors,
            arrays.counts,
            tuple(source.model_dump(exclude_unset=True) for source in head.sources),
            head.fingerprint,
        )

    def __repr__(self) -> str:
        return (
            f"<Information: {len(self.coordinates)} coordinates, {len(self.names)} columns, "
            f"{int(self.counts.max(initial=0))} samples from {len(self.origins)} sources>"
        )


NOTHING = Information((), (), (), (), np.zeros(0, np.int64))
"""The neutral element of `merge`."""


def triangle(rows: Array) -> Array:
    """Return the square upper triangular factor R of rows (m, k): R^T R = rows^T rows, diagonal not negative.

    Not by LAPACK, whose threads do little on matrices as small as these, and wait for each other on a busy machine.
    """
    block = np.ascontiguousarray(rows.T, float)
    R = np.zeros((len(block), len(block)))
    householder.fold(R, block, 0, block.shape[1])
    return R * np.where(np.diag(R) < 0, -1.0, 1.0)[:, None]


def folded(
    blocks: Iterable[Sequence[Array]], sizes: Sequence[int], threads: int | None = None
) -> tuple[list[Array], Ints]:
    """Fold streams of blocks (k + 1, m), one per factor; return the factors and how many samples each has seen."""
    import numba

    threads = threads or numba.get_num_threads()
    parts = [[np.zeros((size, size)) for size in sizes] for _ in range(threads)]
    counts = np.zeros(len(sizes), np.int64)
    for stretch in blocks:
        jobs = [partial(_fold_share, part, stretch, k, threads) for k, part in enumerate(parts)]
        in_threads(jobs)
        counts += [block.shape[1] for block in stretch]
    return [triangle(np.vstack([part[r] for part in parts])) for r in range(len(sizes))], counts


def _fold_share(part: list[Array], stretch: Sequence[Array], share: int, shares: int) -> None:
    """Fold one thread's share of a stretch of blocks."""
    for R, block in zip(part, stretch, strict=True):
        m = block.shape[1]
        householder.fold(R, block, share * m // shares, (share + 1) * m // shares)


def used(rows: RegressionRows) -> list[Array]:
    """Return the blocks without the samples that are not to be used."""
    return [
        block if use.all() else np.ascontiguousarray(block[:, use])
        for block, use in zip(rows.blocks, rows.use, strict=True)
    ]


def information_of(model: Model, chosen: Sequence[int] | Ints, motion: Motion, *, tile: int = TILE) -> Information:
    """Return what a motion says about the chosen columns of a model.

    Every thread makes and folds tiles of its own: it waits for no other, and finds its rows in its own cache.

    Args:
        model: the model.
        chosen: indices of `model.names`; the base columns, as a rule.
        motion: cleaned samples of this robot.
        tile: samples at a time.
    """
    import numba

    check_fits(model, motion)
    sources, tiles = sources_of(model, chosen), tiles_of(motion, tile)
    sizes = [len(source.columns) + 1 for source in sources]
    threads = numba.get_num_threads()
    if model.contacts is not None or len(tiles) < 2 * threads:
        factors, counts = folded((used(rows) for rows in rows_of(model, sources, motion, tile)), sizes)
    else:
        found: dict[int, tuple[list[Array], Ints]] = {}
        in_cache = motion.regression_filter is None and not row_folding.COLD.takes(sum(sizes) * len(motion.t) // 10)

        def share(k: int) -> None:
            if in_cache:
                found[k] = row_folding.fold_rows(model, sources, motion, tiles[k::threads])
                return
            rows = streamed_rows(model, sources, motion, tiles[k::threads], threads=1)
            found[k] = folded(map(used, rows), sizes, threads=1)

        in_threads([partial(share, k) for k in range(threads)])
        each, counted = zip(*(found[k] for k in range(threads)), strict=True)
        factors = [triangle(np.vstack(parts)) for parts in zip(*each, strict=True)]
        counts = np.sum(counted, axis=0)
    return Information(
        tuple(model.names[c] for c in chosen),
        model.rows,
        tuple(source.columns for source in sources),
        tuple(factors),
        counts,
        (motion,),
        model.fingerprint,
    )


def _order(source: dict[str, Any]) -> tuple[str, str]:
    """Return what sources are sorted by, so that they do not depend on how they were merged: the path first."""
    return (source.get("source") or {}).get("path", ""), json.dumps(source, sort_keys=True)


def source_of(motion: Motion) -> dict[str, Any]:
    """Return where a motion came from and what was done to it, ready for JSON."""
    facts = motion.to_dict()
    facts.pop("names")
    return facts


def merged(informations: Iterable[Information]) -> Information:
    """Merge the information of any number of logs."""
    return reduce(Information.merge, informations, NOTHING)


def check_fits(model: Model, motion: Motion) -> None:
    """Refuse a motion of another robot.

    Raises:
        ArgumentError: naming the coordinates that differ.
    """
    robot = model.robot
    if tuple(motion.names) != tuple(robot.coordinate_names):
        raise ArgumentError(
            f"The motion has the coordinates {list(motion.names)}; robot '{robot.name}' has {robot.coordinate_names}.",
            remedy="Clean the log for this robot.",
        )
