# SPDX-License-Identifier: MIT
"""A test with @pytest.mark.all takes long or is rare: it runs only with --all."""

import pytest


def pytest_addoption(parser):
    parser.addoption("--all", action="store_true", help="also the tests that are marked `all`")


def pytest_configure(config):
    config.addinivalue_line("markers", "all: takes long or is rare; runs only with --all")


def pytest_collection_modifyitems(config, items):
    for item in items:
        if item.get_closest_marker("all") and not config.getoption("--all"):
            item.add_marker(pytest.mark.skip(reason="runs with --all"))
