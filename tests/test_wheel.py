"""The wheel is enough: what `stammtisch serve` needs is in it, and nothing of the checkout is."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "stammtisch" / "net" / "static" / "index.html"
#: What the tests have set for their own child processes.
OURS = ("PYTHONPATH", "STAMMTISCH_GAMES")


def test_a_server_started_from_the_wheel_alone_serves_its_page(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
    # The page as it is built here, though git does not know it.
    assert PAGE.exists() == ("stammtisch/net/static/index.html" in names)
    assert {"stammtisch/i18n/tiles/sl.json", "stammtisch/i18n/common/de.json"} <= set(names)
    for licence in ("LICENSE", "NOTICE"):
        assert any(name.endswith(f".dist-info/licenses/{licence}") for name in names)
    with zipfile.ZipFile(wheel) as packed:
        (about,) = (packed.read(name) for name in names if name.endswith(".dist-info/METADATA"))
    assert b"License-Expression: MIT\n" in about
    unpacked = tmp_path / "unpacked"
    zipfile.ZipFile(wheel).extractall(unpacked)
    starting = (
        f"import sys; sys.path.insert(0, {str(unpacked)!r}); import stammtisch; "
        f"assert stammtisch.__file__.startswith({str(unpacked)!r}); "
        "from stammtisch.cli import main; sys.exit(main(sys.argv[1:]))"
    )
    serving = [sys.executable, "-c", starting, "serve"]
    server = subprocess.Popen(
        [
            *serving,
            "--port",
            "auto",
            "--tiles-port",
            "auto",
            "--cg-port",
            "off",
            "--data",
            str(tmp_path / "data"),
        ],
        cwd=tmp_path,
        env={key: value for key, value in os.environ.items() if key not in OURS},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        ready = server.stdout.readline()
        address = re.search(r"http://\S+:\d+/", ready)
        assert address is not None, ready
        with urllib.request.urlopen(address[0], timeout=10) as answer:
            page = answer.read().decode()
        assert "Stammtisch" in page
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(timeout=20) == 0
