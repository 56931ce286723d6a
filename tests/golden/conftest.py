"""The option that writes the golden files anew."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


@pytest.fixture
def update_golden(request):
    """Whether the golden files are to be written; where they aren't asked for by path, the option isn't known."""
    return request.config.getoption("--update-golden", default=False)
