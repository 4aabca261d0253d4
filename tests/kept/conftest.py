from __future__ import annotations

from tests.client.conftest import url as url
