"""Source of truth: design.md, "Shipping strategies/ and drills/ with the package".

Real builds of a copy of this checkout, in which an example lies beside what is shipped, so that
only the copy can be what is found.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[1]
EXAMPLE = "example-of-the-packaging-test.yaml"
FOLDERS = {"games": "bjtrainer/rules/games", "strategies": "strategies", "drills": "drills"}

SHIPPED = """
from bjtrainer.places import shipped
for folder in ("games", "strategies", "drills"):
    for path in sorted(shipped(folder).glob("*.yaml")):
        print(folder, path.name)
"""


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of this checkout with an example in each folder that is shipped."""
    copy = tmp_path_factory.mktemp("packaging") / "checkout"
    copy.mkdir()
    for name in ("bjtrainer", "strategies", "drills", "tests", ".ci"):
        if (CHECKOUT / name).is_dir():
            unwanted = shutil.ignore_patterns("__pycache__", "reference")
            shutil.copytree(CHECKOUT / name, copy / name, ignore=unwanted)
    for name in ("pyproject.toml", "README.md"):
        shutil.copy(CHECKOUT / name, copy)
    for folder in FOLDERS.values():
        (copy / folder).mkdir(exist_ok=True)
        (copy / folder / EXAMPLE).write_text("decks: 3\n")
    return copy


@pytest.fixture(scope="module")
def expected(checkout: Path) -> str:
    """What ``SHIPPED`` says where everything shipped is found."""
    return "".join(
        f"{name} {path.name}\n"
        for name, folder in FOLDERS.items()
        for path in sorted((checkout / folder).glob("*.yaml"))
    )


@pytest.fixture(scope="module")
def builds(checkout: Path) -> Path:
    """The folder with the wheel and the sdist built from the copy."""
    run(sys.executable, "-m", "hatchling", "build", "-d", "../builds", folder=checkout)
    return checkout.parent / "builds"


def only(folder: Path, pattern: str) -> Path:
    [path] = folder.glob(pattern)
    return path


def installed(wheel: Path, place: Path) -> tuple[Path, str]:
    """Install a wheel in a fresh environment; give its scripts folder and its PYTHONPATH.

    What bjtrainer depends on is taken from this environment, behind the fresh one.
    """
    run(sys.executable, "-m", "venv", "--without-pip", place, folder=place.parent)
    scripts = place / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--python", scripts / "python", "install", "--quiet")
    run(*pip, "--no-deps", "--no-index", wheel, folder=place.parent)
    library = run(
        scripts / "python",
        "-c",
        "import sysconfig; print(sysconfig.get_path('purelib'))",
        folder=place.parent,
    ).strip()
    return scripts, os.pathsep.join((library, sysconfig.get_path("purelib")))


def test_an_installed_wheel_finds_everything_from_another_folder(builds, expected, tmp_path):
    scripts, libraries = installed(only(builds, "*.whl"), tmp_path / "environment")
    assert run(scripts / "python", "-c", SHIPPED, folder=tmp_path) == expected
    game = EXAMPLE.removesuffix(".yaml")
    told = run(scripts / "bjtrainer", "rules", game, folder=tmp_path, PYTHONPATH=libraries)
    assert "3 decks of 52" in told
    assert run(scripts / "bjtrainer", "--version", folder=tmp_path).startswith("bjtrainer ")


def test_an_sdist_holds_the_tests_and_builds_the_same_wheel(builds, tmp_path):
    run("tar", "xzf", only(builds, "*.tar.gz"), folder=tmp_path)
    source = only(tmp_path, "bjtrainer-*")
    assert (source / "tests" / Path(__file__).name).is_file()
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=source)
    with (
        zipfile.ZipFile(only(tmp_path, "*.whl")) as again,
        zipfile.ZipFile(only(builds, "*.whl")) as first,
    ):
        assert sorted(again.namelist()) == sorted(first.namelist())
        assert any(EXAMPLE in name for name in again.namelist())


def test_an_editable_install_finds_everything(checkout, expected, tmp_path):
    build = "import sys; from hatchling.build import build_editable; build_editable(sys.argv[1])"
    run(sys.executable, "-c", build, str(tmp_path), folder=checkout)
    scripts, _ = installed(only(tmp_path, "*.whl"), tmp_path / "environment")
    assert run(scripts / "python", "-c", SHIPPED, folder=tmp_path) == expected


def test_a_plain_checkout_finds_everything(checkout, expected, tmp_path):
    found = run(sys.executable, "-c", SHIPPED, folder=tmp_path, PYTHONPATH=str(checkout))
    assert found == expected
