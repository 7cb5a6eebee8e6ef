"""Smooth noise from a seed: what makes coasts and borders irregular, the same way in every season."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def _hashed(x: NDArray[np.int64], y: NDArray[np.int64], seed: int) -> Floats:
    """A number from -1 to 1 for each point of a grid (the mixing steps of splitmix64)."""
    with np.errstate(over="ignore"):
        mixed = x.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= y.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
        mixed += np.uint64(seed & 0xFFFFFFFFFFFFFFFF)
        mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        mixed ^= mixed >> np.uint64(31)
    return (mixed >> np.uint64(11)).astype(np.float64) / 2.0**52 - 1.0


def smooth_noise(x: Floats, y: Floats, wavelength: float, seed: int) -> Floats:
    """Noise from -1 to 1 that changes over about `wavelength`."""
    u, v = x / wavelength, y / wavelength
    left, top = np.floor(u).astype(np.int64), np.floor(v).astype(np.int64)
    s, t = u - left, v - top
    s, t = s * s * s * (s * (s * 6 - 15) + 10), t * t * t * (t * (t * 6 - 15) + 10)
    upper = _hashed(left, top, seed) * (1 - s) + _hashed(left + 1, top, seed) * s
    lower = _hashed(left, top + 1, seed) * (1 - s) + _hashed(left + 1, top + 1, seed) * s
    return upper * (1 - t) + lower * t


def displacement(points: Floats, wavelength: float, limit: Floats, seed: int) -> Floats:
    """How far each of the points (rows of x, y) is moved: four octaves of noise, never further than `limit`.

    A function of the place alone, so that a line shared by two territories stays one line.
    """
    x, y = points[:, 0], points[:, 1]
    moved = np.zeros_like(points)
    for octave in range(4):
        for axis in range(2):
            field = smooth_noise(x, y, wavelength / 2**octave, seed + 7919 * octave + 104729 * axis)
            moved[:, axis] += field / 2**octave
    return np.clip(moved, -1.0, 1.0) * limit[:, None]
