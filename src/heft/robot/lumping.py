"""Distributing a body's new inertia over the links of the file that were lumped into it.

A body is the sum of its links. When identification changes the sum, the file still needs numbers for each
link. All links are moved by one linear map: with J the sum of the links' 4x4 pseudo-inertias and J' the
new one, link k becomes ``A J_k A^T``, where

    A = (J' J^-1)^(1/2),   A J A^T = J'.

A congruence keeps every physically consistent link consistent and every link without inertia as it is. If a body only
became heavier, each link becomes heavier by the same factor. This A depends neither on the frame nor on the
units in which the pseudo-inertias are written: another frame T gives T A T^-1, and so the same links.

A link that is a point, a rod or a sheet in the file would stay one, and simulators refuse it. Where J' is none, every
link then takes a hundredth of its share from the whole: 0.99 A J_k A^T + 0.01 (m_k / m) J'.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, PhysicsError
from heft.parameters import from_pseudo_inertia, is_physical, to_com, to_pseudo_inertia, transform
from heft.robot.model import Body, Link

CHANGE = 1e-14
"""Parameters closer than this, relative to the mass, the first or the second moments, are the same."""

FILLED = 0.01
"""The part of a link's share that it takes from the whole body, where some link would be singular."""

DUMMY = 1e-3
"""A link with less than this part of the mass is there for its frame alone."""

FULL_RANK = 1e-9
"""Below this margin, relative to the largest second moment, J is too close to singular to invert."""


def changed(body: Body) -> bool:
    """Return whether a body's parameters differ from the sum of its links' as the file gave them."""
    old = _sum_of_links(body)
    for kind in (slice(0, 1), slice(1, 4), slice(4, 10)):
        scale = max(np.abs(old[kind]).max(), np.abs(body.parameters[kind]).max())
        if not np.abs(body.parameters[kind] - old[kind]).max() <= CHANGE * scale:
            return True
    return False


def distribute(body: Body) -> dict[str, Array | None]:
    """Return what each link of a body becomes so that together they have the body's parameters.

    One link with inertia takes all; several share by the rule above. Where the rule has no answer (the links
    are together a point, line or sheet of mass, or one of them is not physically consistent) the first link with
    inertia takes the whole difference; if that makes it inconsistent, it takes everything and the other links become
    zero.

    Args:
        body: a body whose `links` are those of the file and whose `parameters` may be new.

    Returns:
        Ten parameters in the link's own frame by link name; None for a link that has and gets no inertia.

    Raises:
        PhysicsError: the new parameters are not physically consistent.
        ArgumentError: the body has no link that could carry them.
    """
    if not body.links:
        raise ArgumentError(
            f"Body '{body.name}' has no link in its file that could carry an inertia.",
            remedy="Leave its parameters as they were read.",
        )
    verdict = is_physical(body.parameters)
    if not verdict:
        raise PhysicsError(
            f"The inertia of body '{body.name}' is not physically consistent: {verdict.reason}.",
            remedy="Give it physically consistent parameters before writing it to a file.",
        )
    given = [link for link in body.links if link.parameters is not None]
    carriers = [link for link in given if np.any(link.parameters)] or given[:1] or [body.links[0]]
    shares = _filled(_shares(body, carriers), body.parameters)
    result: dict[str, Array | None] = {link.name: link.parameters for link in body.links}
    for link, share in zip(carriers, shares, strict=True):
        result[link.name] = _in_link(share, link)
    return result


def _sum_of_links(body: Body) -> Array:
    return np.sum([link.in_body for link in body.links], axis=0) if body.links else np.zeros(10)


def _shares(body: Body, carriers: list[Link]) -> list[Array]:
    """Return the new parameters of the carrying links, in the body's frame."""
    if len(carriers) == 1:
        return [body.parameters]
    old = [link.in_body for link in carriers]
    total = _sum_of_links(body)
    if total[0] > 0 and is_physical(total).margin > FULL_RANK and all(is_physical(part) for part in old):
        return _moved(old, total, body.parameters)
    first = old[0] + body.parameters - total
    if is_physical(first):
        return [first, *old[1:]]
    return [body.parameters, *(np.zeros(10) for _ in old[1:])]


def _filled(shares: list[Array], whole: Array) -> list[Array]:
    """Return shares of which none is a point, a rod or a sheet, if the whole is none; dummies stay as they are."""
    heavy = [k for k, share in enumerate(shares) if share[0] > DUMMY * whole[0]]
    together = np.sum([shares[k] for k in heavy], axis=0)
    verdicts = [is_physical(shares[k]) for k in heavy]
    singular = any(verdict and verdict.margin <= FULL_RANK for verdict in verdicts)
    if not singular or not all(verdicts) or is_physical(together).margin <= FULL_RANK:
        return shares
    filled = list(shares)
    for k in heavy:
        filled[k] = (1 - FILLED) * shares[k] + FILLED * shares[k][0] / together[0] * together
    return filled


def _moved(parts: list[Array], total: Array, target: Array) -> list[Array]:
    """Return A J_k A^T of each part, worked out about the centre of mass, where rounding hurts least."""
    _, centre, _ = to_com(total)
    J = [to_pseudo_inertia(transform(part, np.eye(3), -centre)) for part in parts]
    A = _congruence(np.sum(J, axis=0), to_pseudo_inertia(transform(target, np.eye(3), -centre)))
    return [transform(from_pseudo_inertia(A @ J_k @ A.T), np.eye(3), centre) for J_k in J]


def _congruence(J: Array, J_new: Array) -> Array:
    """Return A = (J_new J^-1)^(1/2) = L (L^-1 J_new L^-T)^(1/2) L^-1 for positive definite J = L L^T."""
    L = np.linalg.cholesky(J)
    values, vectors = np.linalg.eigh(np.linalg.solve(L, np.linalg.solve(L, J_new).T))
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    return np.asarray(np.linalg.solve(L.T, (L @ root).T).T, float)


def _in_link(parameters: Array, link: Link) -> Array:
    """Return parameters given in the body's frame, seen from the link's."""
    if not link.placement.steps:
        return parameters
    R, p = link.placement.rotation, link.placement.translation
    return transform(parameters, R.T, -R.T @ p)
