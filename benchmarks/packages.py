"""Other people's functions: those of public packages, differentiated as they are.

    python -m pip install fluids chemicals ht thermo py_vollib numpy-financial pymap3d geographiclib utm astropy pvlib \
        thermofeel seawater lmfit statsmodels scikit-learn filterpy quantecon pykalman nolds scikit-fuzzy pyswarms \
        colour-science chempy iapws ahrs emcee PyPortfolioOpt empyrical-reloaded properscoring skyfield \
        great-circle-calculator scipy
    python benchmarks/packages.py chosen
    python benchmarks/packages.py sample fluids chemicals ht --count 300

    python benchmarks/packages.py page chosen.txt sample.txt > docs/packages.md

`chosen` takes the list below, which was written down before any of it was tried. `sample` takes the first usable example
in the docstring of functions of a package, in an order by chance. `page` makes the page of the documentation from what
the two have printed.
"""

from __future__ import annotations

import argparse
import ast
import collections
import contextlib
import doctest
import importlib
import importlib.metadata
import inspect
import io
import pkgutil
import random
import re
import warnings
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
from package_checks import NOT_MEANT, RIGHT, Outcome, examine, no_longer_than
from package_page import outcomes_in, page

CHOSEN = """
fluids.friction.friction_factor(1e5, 1e-4)
fluids.friction.Colebrook(1e5, 1e-4)
fluids.compressible.isothermal_gas(11.3, 0.00185, P1=1e6, P2=9e5, L=1000.0, D=0.5)
fluids.control_valve.size_control_valve_g(433.0, 44.01, 1.4665e-4, 1.30, 0.988, 680e3, 310e3, 38/36.0, 0.08, 0.1, 0.05, 0.85, 0.42, 0.60)
fluids.fittings.bend_rounded(4.020, 45.0, rc=4.0*5, Re=1e5)
fluids.two_phase.Kim_Mudawar(0.6, 0.1, 915.0, 2.67, 180e-6, 14e-6, 0.0487, 0.05, 1.0)
fluids.geometry.SA_tank(2.54, 5.0, 'torispherical', 'ellipsoidal', 0.0, 0.3, 1.0, 0.06)
ht.conv_internal.Nu_conv_internal(1e5, 0.7, 1e-4, 0.05, 2.0)
ht.hx.effectiveness_from_NTU(5.0, 0.7, 'crossflow')
ht.boiling_nucleic.Rohsenow(957.854, 0.595593, 2.79e-4, 0.680, 4217.0, 2.257e6, 0.0589, 4.9, None, 0.011, 1.26)
ht.radiation.q_rad(0.9, 400.0, 305.0)
chemicals.vapor_pressure.Wagner(100.0, 190.53, 4596420.0, -6.00435, 1.1885, -0.834082, -1.22833)
chemicals.viscosity.Wilke([0.05, 0.95], [1.34e-5, 9.5029e-6], [64.06, 46.07])
chemicals.rachford_rice.Rachford_Rice_solution([0.5, 0.3, 0.2], [1.685, 0.742, 0.532])
chemicals.iapws.iapws97_rho(648.0, 22500000.0)
chemicals.virial.BVirial_Tsonopoulos_extended(430.0, 405.65, 11.28e6, 0.252608, 0.0, 0.0, 'ketone', 1.469)
thermo.nrtl.NRTL_gammas([0.252, 0.748], [[0.0, -0.178], [1.963, 0.0]], [[0.0, 0.2974], [0.2974, 0.0]])
thermo.eos_volume.volume_solutions_halley(300.0, 1e5, 1.8e-5, 3.6e-5, -3.2e-10, 0.5)
py_vollib.black_scholes.black_scholes('c', 100.0, 90.0, 0.5, 0.01, 0.2)
py_vollib.black_scholes.greeks.analytical.vega('c', 49.0, 50.0, 0.3846, 0.05, 0.2)
py_lets_be_rational.black(100.0, 90.0, 0.2, 0.5, 1)
numpy_financial.npv(0.281, np.array([-100.0, 39.0, 59.0, 55.0, 20.0]))
numpy_financial.pmt(0.075 / 12, 180.0, 200000.0)
pymap3d.geodetic2ecef(33.0, -118.0, 100.0)
pymap3d.ecef2geodetic(-2513.5e3, -4727.3e3, 3454.2e3)
pymap3d.vincenty.vdist(10.0, 20.0, 11.0, 23.0)
geographiclib.geodesic.Geodesic.WGS84.Inverse(-41.32, 174.81, 40.96, -5.50)
utm.from_latlon(51.2, 7.5)
astropy.modeling.functional_models.Gaussian1D.evaluate(np.array([0.1, 0.5, 1.2]), 1.5, 0.4, 0.8)
astropy.stats.biweight_location(np.array([1.0, 1.2, 0.9, 5.0, 1.1, 0.8]))
pvlib.solarposition.solar_zenith_analytical(0.6, 0.3, 0.2)
pvlib.singlediode.bishop88(0.5, 5.9, 1e-7, 0.3, 300.0, 1.5)
pvlib.irradiance.haydavies(30.0, 180.0, 100.0, 700.0, 1400.0, 40.0, 170.0)
pvlib.pvsystem.calcparams_desoto(800.0, 45.0, 0.003, 1.5, 6.0, 1e-9, 300.0, 0.3)
thermofeel.calculate_heat_index_adjusted(np.array([308.0, 300.0]), np.array([298.0, 290.0]))
seawater.dens(np.array([33.0, 35.0]), np.array([10.0, 4.0]), np.array([100.0, 1000.0]))
lmfit.lineshapes.pearson7(np.linspace(-1.0, 1.0, 5), 2.0, 0.1, 0.7, 1.5)
lmfit.lineshapes.doniach(np.linspace(-1.0, 1.0, 5), 2.0, 0.1, 0.7, 0.2)
statsmodels.robust.norms.TukeyBiweight().rho(np.array([0.5, -2.0, 7.0]))
statsmodels.tsa.stattools.acovf(np.array([1.0, 3.0, 2.0, 5.0, 4.0]), fft=False)
sklearn.metrics.mean_squared_error(np.array([3.0, -0.5, 2.0]), np.array([2.5, 0.0, 2.1]))
sklearn.gaussian_process.kernels.RBF(1.3)(np.array([[1.0, 2.0], [0.5, 1.0], [0.2, 0.3]]))
filterpy.kalman.update(np.array([1.0, 0.5]), np.eye(2) * 2.0, np.array([1.2]), np.eye(1), np.array([[1.0, 0.0]]))
filterpy.stats.gaussian(8.0, 6.0, 4.0)
quantecon.solve_discrete_riccati(np.array([[0.9, 0.1], [0.0, 0.8]]), np.array([[1.0], [0.5]]), np.eye(2), np.eye(1))
quantecon.ARMA(0.5, 0.3).impulse_response()
pykalman.standard._filter(np.eye(2) * 0.9, np.eye(2), np.eye(2) * 0.1, np.eye(2), np.zeros(2), np.zeros(2), np.zeros(2), np.eye(2), np.array([[1.0, 0.5], [0.7, 0.2], [0.3, 0.4]]))
nolds.dfa(np.sin(np.arange(200.0)) + 0.01 * np.arange(200.0))
nolds.sampen(np.sin(np.arange(60.0)))
skfuzzy.gbellmf(np.linspace(0.0, 3.0, 7), 1.0, 2.0, 1.5)
skfuzzy.defuzz(np.array([0.0, 1.0, 2.0, 3.0]), np.array([0.1, 0.8, 0.6, 0.2]), 'centroid')
pyswarms.utils.functions.single_obj.ackley(np.array([[0.5, -1.0], [1.5, 2.0]]))
colour.XYZ_to_Lab(np.array([0.206, 0.121, 0.051]))
colour.difference.delta_E_CIE2000(np.array([100.0, 21.57, 272.22]), np.array([100.0, 426.67, 72.39]))
chempy.properties.water_density_tanaka_2001.water_density(298.15)
chempy.electrolytes.A(78.5, 298.15, 997.0)
iapws.iapws97._Region1(300.0, 3.0)
ahrs.common.orientation.q2R(np.array([0.9, 0.1, 0.3, 0.2]))
scipy.integrate.simpson(np.array([1.0, 3.0, 2.0, 4.0, 7.0]), np.array([0.0, 0.5, 1.2, 2.0, 2.5]))
scipy.spatial.geometric_slerp(np.array([1.0, 0.0]), np.array([0.0, 1.0]), np.array([0.2, 0.6]))
scipy.stats.gmean(np.array([1.0, 4.0, 2.0]))
scipy.stats.circmean(np.array([0.1, 2.0, 6.0]))
scipy.interpolate.lagrange(np.array([0.0, 1.0, 2.0]), np.array([1.0, 3.0, 2.0]))(0.7)
scipy.linalg.toeplitz(np.array([1.0, 2.0, 3.0]))
emcee.autocorr.integrated_time(np.sin(np.arange(300.0) * 0.7) + np.cos(np.arange(300.0) ** 1.3), quiet=True)
pypfopt.objective_functions.sharpe_ratio(np.array([0.3, 0.7]), np.array([0.1, 0.2]), np.array([[0.04, 0.01], [0.01, 0.09]]), 0.02)
empyrical.sharpe_ratio(np.array([0.01, -0.02, 0.03, 0.005]))
properscoring.crps_gaussian(0.3, 0.1, 1.2)
skyfield.functions.to_spherical(np.array([0.3, 0.4, 1.2]))
great_circle_calculator.great_circle_calculator.distance_between_points((-73.98, 40.77), (-0.12, 51.5))
"""


class Example(NamedTuple):
    """A call as it is written, and its parts."""

    text: str
    function: Callable
    args: tuple
    kwargs: dict[str, Any]


def example_of(text: str, namespace: dict[str, Any]) -> Example | None:
    """The call that an expression is; None for what is no call, or spreads arguments."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None
    if not isinstance(tree, ast.Call) or any(isinstance(a, ast.Starred) for a in tree.args):
        return None
    if any(keyword.arg is None for keyword in tree.keywords):
        return None

    def value(node: ast.expr) -> Any:
        return eval(compile(ast.Expression(node), "<example>", "eval"), namespace)

    args = tuple(map(value, tree.args))
    return Example(text, value(tree.func), args, {k.arg: value(k.value) for k in tree.keywords if k.arg})


def imported(text: str) -> ModuleType | None:
    """Import as much of a dotted name as is a module; the top package."""
    parts = re.match(r"[\w.]+", text).group().split(".")  # type: ignore[union-attr]
    for count in range(len(parts), 0, -1):
        with contextlib.suppress(ImportError, TypeError):  # a module may make itself something else
            importlib.import_module(".".join(parts[:count]))
            return importlib.import_module(parts[0])
    return None


def chosen() -> Iterator[Outcome]:
    for text in CHOSEN.strip().splitlines():
        name = text.partition("(")[0]
        try:
            package = imported(name)
            assert package is not None, f"{name.partition('.')[0]} can't be imported"
            example = example_of(text, {"np": np, name.partition(".")[0]: package})
        except Exception as error:
            yield Outcome(name, NOT_MEANT, f"{type(error).__name__}: {error}")
            continue
        assert example is not None, text
        yield examine(name, example.function, example.args, example.kwargs)


def modules_of(package: str) -> Iterator[ModuleType]:
    """A package and its modules, without its tests."""
    top = importlib.import_module(package)
    yield top
    for info in pkgutil.walk_packages(getattr(top, "__path__", []), package + "."):
        if not re.search(r"test|numba|vectorized|__main__|conf", info.name):
            with contextlib.suppress(Exception):
                yield importlib.import_module(info.name)


def functions_of(package: str) -> dict[str, Callable]:
    """The functions with a docstring that a package defines, by their full names."""
    found = {}
    for module in modules_of(package):
        for name, value in vars(module).items():
            if inspect.isfunction(inspect.unwrap(value) if callable(value) else value):
                if value.__module__ == module.__name__ and value.__doc__:
                    found[f"{module.__name__}.{name}"] = value
    return found


def documented_example(function: Callable) -> Example | None:
    """The first example in the docstring that calls the function; what stands before it is run."""
    module = importlib.import_module(function.__module__)
    namespace = {**vars(module), "np": np}
    try:
        examples = doctest.DocTestParser().get_examples(function.__doc__ or "")
    except ValueError:
        return None
    for example in examples:
        with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()), no_longer_than(2):
            text = re.sub(r"^\w+ = (?=\w+\()", "", example.source)
            found = example_of(text, namespace)
            if found is not None and found.function is function:
                return found
            exec(example.source, namespace)
    return None


def sample(packages: list[str], count: int) -> Iterator[Outcome]:
    """So many functions of each package, by chance."""
    for package in packages:
        functions = sorted(functions_of(package).items())
        random.Random(package).shuffle(functions)
        taken = 0
        for name, function in functions:
            example = documented_example(function) if taken < count else None
            if example is None:
                continue
            outcome = examine(name, function, example.args, example.kwargs)
            taken += outcome.verdict != NOT_MEANT
            yield outcome


def printed(outcome: Outcome) -> Outcome:
    first = outcome.said.strip().replace("\n", " | ")
    print(f"{outcome.verdict:9} {outcome.seconds:6.2f} s  {outcome.name}  {first[:300]}", flush=True)
    return outcome


def report(outcomes: list[Outcome]) -> None:
    """The shares, and the reasons by their number."""
    meant = [outcome for outcome in outcomes if outcome.verdict != NOT_MEANT]
    verdicts = collections.Counter(outcome.verdict for outcome in meant)
    print(f"\n{len(meant)} functions; " + ", ".join(f"{k}: {n}" for k, n in verdicts.most_common()))
    reasons = collections.Counter(
        re.sub(r"\S+\.py:\d+:\d+: ", "", outcome.said.partition("\n")[0])
        for outcome in meant
        if outcome.verdict != RIGHT
    )
    for reason, number in reasons.most_common():
        print(f"{number:4}  {reason[:200]}")
    slow = [outcome for outcome in meant if outcome.seconds > 1.0]
    print(f"{len(slow)} of them took more than 1 s to transform and call")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["chosen", "sample", "page"])
    parser.add_argument("packages", nargs="*", help="packages, or for the page the two files")
    parser.add_argument("--count", type=int, default=100)
    options = parser.parse_args()
    if options.what == "page":
        print(page(*map(outcomes_in, options.packages)), end="")
        return
    warnings.simplefilter("ignore")
    outcomes = chosen() if options.what == "chosen" else sample(options.packages, options.count)
    report([printed(outcome) for outcome in outcomes])


if __name__ == "__main__":
    main()
