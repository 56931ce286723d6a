"""A sweep that writes an array in place: in NumPy, by s2sad, by s2sad compiled, and in JAX.

The sweep is written as people write it. s2sad differentiates it as it is; with `jit=True` Numba compiles the loops of the
derivative. For JAX it has to be written anew, without a write in place. Numba and JAX are measured where they are installed.
"""

import importlib.util
import time

import numpy as np

import s2sad


def relaxed(u, f, sweeps):
    """How far a string is from rest after some sweeps of Gauss and Seidel."""
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1]) + f[i]
    return np.sum(u * u)


def relaxed_for_jax(u, f, sweeps):
    """The same, as JAX wants it: a scan for each sweep, and a new array for each write."""
    import jax.numpy as jnp
    from jax import lax

    def sweep(_, u):
        def point(left, parts):
            right, force = parts
            made = 0.5 * (left + right) + force
            return made, made

        _, inner = lax.scan(point, u[0], (u[2:], f[1:-1]))
        return u.at[1:-1].set(inner)

    u = lax.fori_loop(0, sweeps, sweep, u)
    return jnp.sum(u * u)


def least_time(run):
    """The least time of ten calls, after a first one that may compile."""
    run()
    found = float("inf")
    for _ in range(10):
        start = time.perf_counter()
        run()
        found = min(found, time.perf_counter() - start)
    return found


def jax_gradient():
    import jax

    jax.config.update("jax_enable_x64", True)
    return jax.jit(jax.grad(relaxed_for_jax), static_argnums=2)


def main():
    rng = np.random.default_rng(0)
    u, f, sweeps = rng.normal(size=400), 0.01 * rng.normal(size=400), 20
    gradient = s2sad.grad(relaxed)
    found = gradient(u.copy(), f, sweeps)
    print(f"value {relaxed(u.copy(), f, sweeps):.9f}, length of its gradient {np.linalg.norm(found):.9f}\n")
    text = s2sad.emit(relaxed, u, f, sweeps, argnums=0, target="numba")
    print(f"What Numba compiles:\n\n{text}")

    print("Measured:")
    whole = least_time(lambda: relaxed(u.copy(), f, sweeps))
    rows = [
        ("the function, by NumPy", whole),
        ("its gradient", least_time(lambda: gradient(u.copy(), f, sweeps))),
    ]
    if importlib.util.find_spec("numba"):
        compiled = s2sad.grad(relaxed, jit=True)
        assert np.allclose(compiled(u.copy(), f, sweeps), found)
        rows.append(("its gradient, compiled", least_time(lambda: compiled(u.copy(), f, sweeps))))
    if importlib.util.find_spec("jax"):
        peer = jax_gradient()
        assert np.allclose(peer(u, f, sweeps), found)
        rows.append(("its gradient, by JAX", least_time(lambda: peer(u, f, sweeps).block_until_ready())))
    for name, seconds in rows:
        print(f"  {name:24} {seconds * 1e3:9.3f} ms")


if __name__ == "__main__":
    main()
