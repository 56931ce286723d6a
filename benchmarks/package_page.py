"""The page of the documentation on functions of public packages, from what `packages.py` has printed."""

import collections
import importlib.metadata
import re
from collections.abc import Iterable
from pathlib import Path

from package_checks import BROKEN, NOT_MEANT, REFUSED, RIGHT, WRONG, Outcome

_LINE = re.compile(r"(right|wrong|refused|broken|not meant) +([\d.]+) s  (\S+) *(.*)")
_DISTRIBUTIONS = {
    "sklearn": "scikit-learn",
    "skfuzzy": "scikit-fuzzy",
    "colour": "colour-science",
    "empyrical": "empyrical-reloaded",
    "pypfopt": "PyPortfolioOpt",
    "py_lets_be_rational": "vollib",
}


AT_ONCE = frozenset("""
fluids.compressible.isothermal_gas fluids.two_phase.Kim_Mudawar fluids.geometry.SA_tank ht.conv_internal.Nu_conv_internal
ht.boiling_nucleic.Rohsenow ht.radiation.q_rad chemicals.vapor_pressure.Wagner thermo.nrtl.NRTL_gammas
py_vollib.black_scholes.black_scholes py_lets_be_rational.black numpy_financial.npv numpy_financial.pmt
pymap3d.geodetic2ecef utm.from_latlon astropy.modeling.functional_models.Gaussian1D.evaluate
pvlib.solarposition.solar_zenith_analytical pvlib.singlediode.bishop88 thermofeel.calculate_heat_index_adjusted
seawater.dens lmfit.lineshapes.pearson7 lmfit.lineshapes.doniach statsmodels.robust.norms.TukeyBiweight
filterpy.kalman.update filterpy.stats.gaussian skfuzzy.gbellmf pyswarms.utils.functions.single_obj.ackley
chempy.properties.water_density_tanaka_2001.water_density chempy.electrolytes.A ahrs.common.orientation.q2R
properscoring.crps_gaussian skyfield.functions.to_spherical chemicals.viscosity.Wilke chemicals.iapws.iapws97_rho
""".split())
"""Those of the chosen functions that were right before anything was mended."""


def outcomes_in(file: str) -> list[Outcome]:
    """What a run has printed; of a function that was tried twice the last time counts."""
    found = {}
    for line in Path(file).read_text(encoding="utf-8").splitlines():
        match = _LINE.match(line)
        if match:
            verdict, seconds, name, said = match.groups()
            found[name] = Outcome(name, verdict, said, float(seconds))
    return list(found.values())


def version_of(name: str) -> str:
    """The package that a function is of, with its version."""
    package = name.partition(".")[0]
    distribution = _DISTRIBUTIONS.get(package, package)
    return f"{distribution} {importlib.metadata.version(distribution)}"


def reason_of(outcome: Outcome) -> str:
    """The first line of an error, without the place."""
    line = outcome.said.partition(" | ")[0]
    return re.sub(r"\S+\.py:\d+:\d+: ", "", re.sub(r"^(\w+): ", "", line)).strip()


def table(rows: Iterable[Iterable[object]]) -> str:
    head, *lines = [list(map(str, row)) for row in rows]
    rule = ["---"] * len(head)
    cells = ([cell.replace("|", "\\|") for cell in line] for line in (head, rule, *lines))
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


def chosen_table(outcomes: list[Outcome]) -> str:
    """Each function of the list: at once, and now."""
    rows = [["function", "package", "at once", "now", ""]]
    for outcome in outcomes:
        name = outcome.name
        remark = "" if outcome.verdict == RIGHT else reason_of(outcome)
        at_once = "yes" if name in AT_ONCE else "–" if outcome.verdict == NOT_MEANT else "no"
        rows.append([f"`{name}`", version_of(name), at_once, outcome.verdict, remark])
    return table(rows)


def share_table(outcomes: list[Outcome]) -> str:
    """By package: how many functions, and the shares of the verdicts."""
    rows = [["package", "functions", "right", "refused", "another error", "wrong"]]
    for package in (*dict.fromkeys(outcome.name.partition(".")[0] for outcome in outcomes), ""):
        counts = collections.Counter(o.verdict for o in outcomes if o.name.startswith(package))
        total = counts.total() - counts[NOT_MEANT]
        shares = [f"{counts[v]} ({100 * counts[v] / total:.1f} %)" for v in (RIGHT, REFUSED, BROKEN, WRONG)]
        rows.append([version_of(package) if package else "all", str(total), *shares])
    return table(rows)


def reason_table(outcomes: list[Outcome]) -> str:
    """Why functions are refused or fail, the most frequent reasons first."""
    failed = [o for o in outcomes if o.verdict in (REFUSED, BROKEN)]
    reasons = collections.Counter(re.sub(r"`[^`]*`", "`…`", reason_of(o)) for o in failed)
    return table([["functions", "reason"], *([number, reason] for reason, number in reasons.most_common())])


def page(chosen: list[Outcome], sample: list[Outcome]) -> str:
    """The page, with its tables in the places of their names."""
    tables = {
        "CHOSEN": chosen_table(chosen),
        "SHARES": share_table(sample),
        "REASONS": reason_table(sample),
        "SLOW": str(sum(o.seconds > 1.0 for o in sample)),
    }
    text = Path(__file__).with_name("packages_page.md").read_text(encoding="utf-8")
    for name, content in tables.items():
        text = text.replace(f"<!-- {name} -->", content)
    return text
