"""One Spark for all tests of this folder: a real cluster of two executors, each a process of its own."""

from __future__ import annotations

import os
import shutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have one process run all tests of this folder, so that one cluster is started."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.xdist_group("spark"))
            # What Spark's own code warns of, such as a pandas that is too new for it, is not ours to mend.
            item.add_marker(pytest.mark.filterwarnings("ignore::FutureWarning", "ignore::DeprecationWarning"))
            item.add_marker(pytest.mark.filterwarnings("ignore::ResourceWarning"))


@pytest.fixture(scope="package")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A session on a cluster of two executors with one core each."""
    if shutil.which("java") is None:
        pytest.skip("NO JAVA: nothing is run on Spark here. Install Java 17 or later")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        sql = pytest.importorskip("pyspark.sql", reason="NO SPARK: pip install 'tertium[spark]' to test it")
        os.environ["PYSPARK_PYTHON"] = sys.executable
        session = (
            sql.SparkSession.builder.master("local-cluster[2,1,1024]")
            .config("spark.ui.enabled", "false")
            .config("spark.driver.host", "127.0.0.1")
            .config("spark.driver.bindAddress", "127.0.0.1")
            .config("spark.sql.shuffle.partitions", "2")
            .config("spark.sql.execution.arrow.maxRecordsPerBatch", "20")
            .config("spark.local.dir", str(tmp_path_factory.mktemp("spark")))
            .config("spark.sql.warehouse.dir", str(tmp_path_factory.mktemp("warehouse")))
            .config("spark.log.level", "OFF")
            .getOrCreate()
        )
        yield session
        session.stop()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
