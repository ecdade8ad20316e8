"""reliability.md's database row: each fault is told in one line, and the original is kept."""

from __future__ import annotations

import random
import resource
import shutil
import sqlite3
import struct
import subprocess
from contextlib import contextmanager

import pytest

from bjtrainer.errors import StorageError
from bjtrainer.stats.store import Store


def files(history):
    """What lies in the folder of a history, the lock aside."""
    return {
        path.name: path.read_bytes() for path in history.parent.iterdir() if path.suffix != ".lock"
    }


def one_line(told):
    line = str(told.value)
    assert line.isprintable()
    assert "history.sqlite3" in line
    return line


def assert_set_aside(history, damaged):
    """Opening tells the new name, keeps every byte under it, and the next opening begins anew."""
    with pytest.raises(StorageError, match="it is kept as") as told:
        Store.open(history)
    kept = one_line(told).split("it is kept as ")[1].split(",")[0]
    assert not history.exists()
    for name, content in damaged.items():
        assert files(history)[name.replace(history.name, kept)] == content
    with Store.open(history) as store:
        assert store.decisions() == ()
    return kept


def assert_reading_tells_and_touches_nothing(history):
    before = files(history)
    with (
        pytest.raises(StorageError, match=r"damaged|no database") as told,
        Store.snapshot(history) as store,
    ):
        store.decisions()
    one_line(told)
    assert files(history) == before


@pytest.mark.parametrize(
    "content",
    [
        b"x",
        b"garbage\n" * 2,
        b"\x00" * 4096,
        b"SQLite format 3\x00",
        random.Random(1).randbytes(9000),
    ],
    ids=["one byte", "short", "zeros", "half a header", "random"],
)
def test_a_file_of_garbage_is_told_when_read_and_set_aside_when_opened(history, content):
    history.parent.mkdir()
    history.write_bytes(content)
    assert_reading_tells_and_touches_nothing(history)
    assert_set_aside(history, {history.name: content})


@pytest.mark.parametrize("left", [1, 99, 100, 512, 4095, 4096, 5000, 0.5, 0.9, -1])
def test_a_truncated_file_is_told_when_read_and_set_aside_when_opened(written, left):
    content = written.read_bytes()
    size = left if isinstance(left, int) and left > 0 else 0
    size = size or (int(len(content) * left) if left > 0 else len(content) + left)
    written.write_bytes(content[:size])
    assert_reading_tells_and_touches_nothing(written)
    assert_set_aside(written, {written.name: content[:size]})


def test_damage_twice_overwrites_nothing_that_was_set_aside(history):
    kept = []
    history.parent.mkdir()
    for content in (b"first", b"second"):
        history.write_bytes(content)
        kept.append(assert_set_aside(history, {history.name: content}))
        history.unlink()
    assert kept == ["history.damaged-1.sqlite3", "history.damaged-2.sqlite3"]


@pytest.mark.parametrize("make", ["missing", "empty"])
def test_a_missing_or_empty_file_is_a_fresh_history(history, make):
    if make == "empty":
        history.parent.mkdir()
        history.touch()
    with Store.snapshot(history) as store:
        assert store.decisions() == ()
        assert store.check() == ()
    with Store.open(history) as store:
        assert store.decisions() == ()


def test_answers_in_a_log_whose_database_was_lost_are_set_aside(history, writer):
    process = writer(history, 100_000)
    process.stdout.readline()
    process.kill()
    process.wait()
    log = history.with_name(history.name + "-wal")
    for lose in (lambda: history.write_bytes(b""), lambda: None):
        lose()
        content = log.read_bytes()
        assert content
        assert_reading_tells_and_touches_nothing(history)
        with pytest.raises(StorageError, match="its main part is lost"):
            Store.open(history)
        kept = history.parent / "history.damaged-1.sqlite3-wal"
        assert kept.read_bytes() == content
        shutil.move(kept, log)
        for left in history.parent.glob("*damaged*"):
            left.unlink()


def test_a_damaged_file_is_set_aside_with_its_log_and_nothing_is_written_into_it(written, writer):
    process = writer(written, 100_000)
    process.stdout.readline()
    process.kill()
    process.wait()
    content = written.read_bytes()[: written.stat().st_size // 2]
    written.write_bytes(content)
    log = written.with_name(written.name + "-wal")
    assert_set_aside(written, {written.name: content, log.name: log.read_bytes()})


def test_a_history_whose_making_was_cut_off_is_a_fresh_one(history):
    """A journal that says the file had no page before: SQLite takes back what came after."""
    history.parent.mkdir()
    half_made = sqlite3.connect(history)
    half_made.execute("PRAGMA journal_mode = WAL")
    half_made.close()
    header = bytes.fromhex("d9d505f920a163d7") + struct.pack(">5I", 0, 7, 0, 512, 4096)
    history.with_name(history.name + "-journal").write_bytes(header.ljust(512, b"\0"))
    before = files(history)
    with Store.snapshot(history) as store:
        assert store.decisions() == ()
    assert files(history) == before
    with Store.open(history) as store:
        assert store.check() == ()
    with Store.snapshot(history) as store:
        assert store.check() == ()


def test_a_newer_database_is_told_and_untouched(written, decision):
    with sqlite3.connect(written) as newer:
        newer.execute("PRAGMA user_version = 99")
    newer.close()
    before = files(written)
    for way in (Store.open, Store.snapshot):
        with pytest.raises(StorageError, match="made by a newer bjtrainer") as told:
            way(written)
        one_line(told)
        assert files(written) == before


def test_a_database_that_becomes_newer_while_open_gets_no_more_answers(written, decision):
    with Store.open(written) as store:
        newer = sqlite3.connect(written, isolation_level=None)
        newer.execute("PRAGMA user_version = 99")
        newer.close()
        with pytest.raises(StorageError, match="made by a newer bjtrainer"):
            store.add_decision(decision(n=31))
        assert len(store.decisions()) == 60


def test_a_database_of_another_program_is_told_and_untouched(history):
    history.parent.mkdir()
    other = sqlite3.connect(history)
    other.execute("CREATE TABLE recipes (name)")
    other.close()
    before = files(history)
    for way in (Store.open, Store.snapshot):
        with pytest.raises(StorageError, match="database of another program"):
            way(history)
        assert files(history) == before


def test_a_folder_that_is_a_file_is_told(tmp_path):
    (tmp_path / "home").write_text("not a folder")
    for way in (Store.open, Store.snapshot):
        with pytest.raises(StorageError, match="check the folder") as told:
            way(tmp_path / "home" / "history.sqlite3")
        one_line(told)


def test_a_history_that_is_a_folder_is_told(history):
    history.mkdir(parents=True)
    for way in (Store.open, Store.snapshot):
        with pytest.raises(StorageError, match="cannot be opened"):
            way(history)
    assert history.is_dir()


@contextmanager
def read_only(folder):
    """Make a folder and its files unchangeable, for root too where the file system can."""
    paths = [folder, *folder.iterdir()]
    for path in paths:
        path.chmod(0o555 if path.is_dir() else 0o444)
    frozen = (
        shutil.which("chattr") is not None
        and not subprocess.run(
            ["chattr", "+i", *paths], capture_output=True, check=False
        ).returncode
    )
    try:
        try:
            (folder / "probe").touch()
        except OSError:
            yield
        else:
            (folder / "probe").unlink()
            pytest.skip("this user can write anywhere, and chattr +i does not work here")
    finally:
        if frozen:
            subprocess.run(["chattr", "-i", *paths], check=True)
        folder.chmod(0o755)


def test_a_read_only_home_can_be_read_and_gone_on_with(written, decision):
    before = files(written)
    with read_only(written.parent):
        with pytest.raises(StorageError, match=r"cannot be opened|cannot be written") as told:
            Store.open(written)
        one_line(told)
        with Store.snapshot(written) as store:
            store.add_decision(decision(n=31))
            assert len(store.decisions()) == 61
    assert files(written) == before


def test_answers_of_a_killed_program_can_be_read_in_a_read_only_home(history, writer):
    process = writer(history, 100_000)
    session, n = map(int, process.stdout.readline().split())
    process.kill()
    process.wait()
    with read_only(history.parent), Store.snapshot(history) as store:
        assert (session, n) in {(kept.session, kept.n) for kept in store.decisions()}


def test_a_read_only_home_without_history_is_told(history):
    history.parent.mkdir()
    with read_only(history.parent):
        with pytest.raises(StorageError) as told:
            Store.open(history)
        one_line(told)
        with Store.snapshot(history) as store:
            assert store.decisions() == ()


def test_a_full_disk_is_told_and_nothing_is_half_stored(written, decision):
    with Store.open(written) as store:
        ((pages,),) = store._database.run("PRAGMA page_count")
        store._database.run(f"PRAGMA max_page_count = {pages + 1}")
        before = len(store.decisions())

        def add_until_it_fails():
            for n in range(31, 1000):
                added.append(n)
                store.add_decision(decision(n=n))

        added: list[int] = []
        with pytest.raises(StorageError, match="the disk is full") as told:
            add_until_it_fails()
        one_line(told)
        stored = before + len(added) - 1
        assert len(store.decisions()) == stored
        assert store.check() == ()
        store._database.run(f"PRAGMA max_page_count = {pages + 100}")
        store.add_decision(decision(n=1000))
        assert len(store.decisions()) == stored + 1


def test_a_file_that_may_not_grow_loses_nothing_that_was_acknowledged(history, writer):
    def allow_little():
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    process = writer(history, 100_000, preexec_fn=allow_little)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert errors.startswith("error: ")
    assert errors.count("\n") == 1
    assert "the disk" in errors
    with Store.snapshot(history) as store:
        assert [kept.n for kept in store.decisions()] == [
            int(line.split()[1]) for line in output.splitlines()
        ]
        assert store.check() == ()


def test_damaged_table_definitions_are_told_and_set_aside(written):
    content = bytearray(written.read_bytes())
    content[content.index(b"EATE TABLE")] ^= 0xFF  # no UTF-8: Python cannot read the complaint
    written.write_bytes(content)
    assert_reading_tells_and_touches_nothing(written)
    assert_set_aside(written, {written.name: bytes(content)})
