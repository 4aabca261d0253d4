"""`make run` says what it needs, and leaves nothing behind that would be in its own way."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="there is no make here")

#: A Python that is too old; one that is new, and makes what looks like a .venv.
OLD = '#!/bin/sh\ncase "$2" in *print*) echo 3.10.12;; *) exit 1;; esac\n'
NEW = '#!/bin/sh\nif [ "$1" = -m ]; then mkdir -p .venv/bin; touch .venv/bin/pip; fi\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Just what comes before anything is installed."""
    folder = tmp_path / "checkout"
    for name in ("scripts", "stammtisch/i18n", "web/src", "web/public", "web/scripts"):
        (folder / name).mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "scripts/make-venv"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def script(path: Path, text: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def made(checkout: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Only the tools of the system: a newer Python of this machine is not to be found."""
    environment = {**os.environ, "PATH": path or "/usr/bin:/bin"}
    for variable in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS"):
        environment.pop(variable, None)
    return subprocess.run(
        ["make", *words], cwd=checkout, env=environment, capture_output=True, text=True, check=False
    )


def test_an_old_python_is_refused_with_one_sentence(checkout: Path, tmp_path: Path) -> None:
    old = script(tmp_path / "bin" / "python3", OLD)
    done = made(checkout, "run", path=f"{old.parent}:/usr/bin:/bin")
    assert done.returncode != 0
    first = done.stderr.splitlines()[0]
    assert first.startswith("Stammtisch needs Python 3.11 or newer; this is 3.10.12: ")
    assert "make run PYTHON=python3.1" in first
    assert not (checkout / ".venv").exists()


def test_a_newer_python_that_is_there_is_named(checkout: Path, tmp_path: Path) -> None:
    old = script(tmp_path / "bin" / "python3", OLD)
    script(tmp_path / "bin" / "python3.14", "#!/bin/sh\nexit 0\n")
    done = made(checkout, "run", path=f"{old.parent}:/usr/bin:/bin")
    assert "this is 3.10.12: make run PYTHON=python3.14" in done.stderr


def test_a_python_that_is_not_there_is_named(checkout: Path) -> None:
    done = made(checkout, "run", "PYTHON=python-of-nobody")
    assert "python-of-nobody cannot be started" in done.stderr


@pytest.mark.parametrize("wrong", ["too old", "gone", "without its packages"])
def test_a_venv_of_a_wrong_python_is_made_anew(checkout: Path, tmp_path: Path, wrong: str) -> None:
    new = script(tmp_path / "bin" / "python3", NEW)
    venv = checkout / ".venv"
    (venv / "bin").mkdir(parents=True)
    (venv / "mark").touch()
    if wrong == "too old":
        script(venv / "bin" / "python", OLD)
    elif wrong == "gone":
        (venv / "bin" / "python").symlink_to("/nowhere/python3.11")
    else:
        script(venv / "bin" / "python", f'#!/bin/sh\nexec "{sys.executable}" -I -S "$@"\n')
    done = made(checkout, ".venv/bin/python", f"PYTHON={new}")
    assert done.returncode == 0, done.stderr
    assert not (venv / "mark").exists()
    assert (venv / "bin" / "pip").exists()


def test_a_good_venv_stays(checkout: Path) -> None:
    venv = checkout / ".venv"
    (venv / "bin").mkdir(parents=True)
    script(venv / "bin" / "python", f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    (venv / "mark").touch()
    assert made(checkout, ".venv/bin/python", f"PYTHON={sys.executable}").returncode == 0
    assert (venv / "mark").exists()


# --- Chromium ------------------------------------------------------------------------------------

#: Knows a package only after `update`, as a machine with old lists does; notes how it was called.
APT = """#!/bin/sh
echo "$DEBIAN_FRONTEND $*" >> "$0.log"
case "$1 $(cat "$0.log")" in
    update*) ;;
    *"noninteractive update"*) printf '#!/bin/sh\\n' > "{bin}/chromium"; chmod +x "{bin}/chromium";;
    *) echo 'E: Unable to locate package chromium' >&2; exit 100;;
esac
"""


def chromium(folder: Path, apt: str, user: str = "0") -> subprocess.CompletedProcess[str]:
    """`scripts/chromium` where there are only these programs."""
    folder.mkdir()
    for tool in ("sh", "cat", "chmod", "tail"):
        (folder / tool).symlink_to(shutil.which(tool) or "")
    script(folder / "id", f"#!/bin/sh\necho {user}\n")
    if apt:
        script(folder / "apt-get", apt.format(bin=folder))
    return subprocess.run(
        [shutil.which("sh") or "", ROOT / "scripts" / "chromium"],
        env={"PATH": str(folder)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_chromium_is_installed_with_new_package_lists_and_without_a_question(
    tmp_path: Path,
) -> None:
    done = chromium(tmp_path / "bin", APT)
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/bin/chromium\n")
    calls = (tmp_path / "bin" / "apt-get.log").read_text().splitlines()
    assert [call.split()[:2] for call in calls] == [
        ["noninteractive", "update"],
        ["noninteractive", "install"],
    ]
    assert "-y" in calls[1].split()


def test_why_there_is_no_chromium_is_said(tmp_path: Path) -> None:
    failing = "#!/bin/sh\necho 'E: no network' >&2\nexit 100\n"
    for number, (apt, user, sentence) in enumerate(
        (
            (failing, "0", "E: no network\nChromium could not be installed"),
            ("", "0", "no apt-get that could install it"),
            (APT, "1000", "sudo apt-get install chromium"),
        )
    ):
        done = chromium(tmp_path / str(number), apt, user)
        assert (done.returncode, done.stdout) == (1, "")
        assert sentence in done.stderr
