# SPDX-License-Identifier: Apache-2.0
"""FileStorage of Python, asked by the tests of the object store.

storage.py make FILE            writes a small storage with all that the format has
storage.py pack FILE            writes one that was packed in the middle
storage.py outcomes FILE        prints what loadBefore gives for every object at every transaction and beside it
storage.py cuts FILE FROM       the offset behind the last transaction and its id, for each length from FROM to the whole
storage.py plain FILE           writes one without deleted or undone objects, which all of RelStorage can copy
storage.py convert FILE TO HISTORY   copies it into the folder TO with RelStorage's zodbconvert, with or without history
storage.py check FILE           fstest over what is whole of the file; opens it for writing, and prints the ids of its transactions
"""

import hashlib
import os
import sys
import tempfile
import time

from ZODB.Connection import TransactionMetaData
from ZODB.FileStorage import FileStorage
from ZODB.POSException import POSKeyError
from ZODB.utils import p64
from ZODB.utils import u64
from ZODB.utils import z64


def undo_last(storage):
    t = TransactionMetaData(b"undoer", b"undo")
    storage.tpc_begin(t)
    storage.undo(storage.undoInfo()[0]["id"], t)
    storage.tpc_vote(t)
    return storage.tpc_finish(t)


def make(path, pack=False):
    storage = FileStorage(path, create=True, pack_gc=False)
    serial = {}

    def commit(change, user=b"", text=b"", ext=None):
        t = TransactionMetaData(user, text, ext or {})
        storage.tpc_begin(t)
        for oid, data in change.items():
            if data is None:
                storage.deleteObject(p64(oid), serial[oid], t)
            else:
                storage.store(p64(oid), serial.get(oid, z64), data, "", t)
        storage.tpc_vote(t)
        tid = storage.tpc_finish(t)
        for oid in change:
            serial[oid] = tid

    commit({0: b"root 1", 1: b"one 1"}, b"ann", b"the first", {"k": 1})
    commit({1: b"one 2", 2: b"x" * 70000})
    commit({3: b"three 1"})
    serial[3] = undo_last(storage)                 # its creation undone
    commit({1: b"one 3"}, b"", b"changed")
    serial[1] = undo_last(storage)                 # back to "one 2"
    serial[1] = undo_last(storage)                 # redone: a back pointer to a back pointer's source
    commit({2: None}, b"bob", b"deleted")
    commit({0x0102030405060708: b"far away"})
    commit({})
    commit({0: b"root 2", 4: b"four 1"})
    commit({4: b"four 2", 5: b"five 1"}, b"eve")
    if pack:
        storage.pack(time.time(), lambda data, oids=None: [])
        commit({1: b"one 4"})
        undo_last(storage)
    storage.close()
    for suffix in (".lock", ".tmp", ".index", ".old"):
        if os.path.exists(path + suffix):
            os.remove(path + suffix)


def pack(path):
    make(path, pack=True)


def plain(path):
    storage = FileStorage(path, create=True)
    serial = {}
    for change in ({0: b"root 1", 1: b"one 1"}, {1: b"one 2", 2: b"x" * 70000}, {0: b"root 2"}):
        t = TransactionMetaData()
        storage.tpc_begin(t)
        for oid, data in change.items():
            storage.store(p64(oid), serial.get(oid, z64), data, "", t)
        storage.tpc_vote(t)
        tid = storage.tpc_finish(t)
        serial.update(dict.fromkeys(change, tid))
    storage.close()


def convert(path, to, history):
    from relstorage.zodbconvert import main
    os.mkdir(to)
    conf = os.path.join(to, "conf")
    with open(conf, "w") as f:
        f.write("""%%import relstorage
<filestorage source>
  path %s
</filestorage>
<relstorage destination>
  keep-history %s
  <sqlite3>
    data-dir %s
  </sqlite3>
</relstorage>
""" % (path, history, to))
    main(["zodbconvert", conf])


def as_python3(path):
    """FS21 differs in its first four bytes only; FileStorage of Python 3 wants its own."""
    with open(path, "rb") as f:
        data = f.read()
    if data[:4] != b"FS21":
        return path
    copy = os.path.join(tempfile.mkdtemp(), "Data.fs")
    with open(copy, "wb") as f:
        f.write(b"FS30" + data[4:])
    return copy


def outcomes(path):
    storage = FileStorage(as_python3(path), read_only=True)
    oids = sorted(storage._index.keys()) + [p64(0xabcdef)]
    tids = [t.tid for t in storage.iterator()]
    print("head", u64(tids[-1]) if tids else 0, storage._pos)
    asked = sorted({u64(t) + d for t in tids for d in (0, 1)} | {1, 2 ** 63 - 1})
    for oid in oids:
        for tid in asked:
            try:
                found = storage.loadBefore(oid, p64(tid))
                if found is None:
                    text = "later"
                else:
                    data, start, end = found
                    text = "%d %d %d %s" % (len(data), u64(start), u64(end) if end else 0,
                                            hashlib.sha256(data).hexdigest())
            except POSKeyError:
                text = "missing"
            print(u64(oid), tid, text)


def cuts(path, start):
    with open(as_python3(path), "rb") as f:
        data = f.read()
    copy = os.path.join(tempfile.mkdtemp(), "Data.fs")
    for length in range(start, len(data) + 1):
        with open(copy, "wb") as f:
            f.write(data[:length])
        storage = FileStorage(copy, read_only=True)
        print(length, storage._pos)
        storage.close()


def check(path):
    from ZODB.scripts import fstest
    storage = FileStorage(path)  # cuts the rest of a crash off
    fstest.check(path)
    print(" ".join(str(u64(t.tid)) for t in storage.iterator()))
    storage.close()


if __name__ == "__main__":
    import logging
    logging.disable(logging.CRITICAL)
    command, path = sys.argv[1:3]
    if command == "cuts":
        cuts(path, int(sys.argv[3]))
    elif command == "convert":
        convert(path, *sys.argv[3:])
    else:
        globals()[command](path)
