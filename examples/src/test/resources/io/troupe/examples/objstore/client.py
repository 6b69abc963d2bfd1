# SPDX-License-Identifier: Apache-2.0
"""The ZEO client of Python, beside the object store.

client.py outcomes PORT FILE    what loadBefore gives through the server for every line of FILE, which storage.py has printed
client.py commits PORT N        commits N transactions, one after the other, and prints the id of each when it is acknowledged
client.py conflict PORT         two clients change a counter that resolves conflicts, and an object that does not
client.py crowded PORT          one client has most of the server's memory until the other one tries its transaction again
client.py refused PORT          errors of what the server leaves out
client.py race SECONDS          ZODB.tests.racetest; asks for servers
client.py kit NAME              a conformance kit of ZODB.tests; asks for servers
"""

import hashlib
import logging
import os
import sys
import unittest

import transaction
import ZEO
from BTrees.Length import Length
from persistent.mapping import PersistentMapping
from ZEO.ClientStorage import ClientStorage
from ZODB import DB
from ZODB.Connection import TransactionMetaData
from ZODB.POSException import ConflictError
from ZODB.POSException import POSKeyError
from ZODB.utils import p64
from ZODB.utils import u64


def connect(port, **options):
    return ClientStorage(("127.0.0.1", int(port)), wait=True, wait_timeout=20, **options)


def outcomes(port, path):
    with open(path) as f:
        lines = f.read().splitlines()
    storage = connect(port, read_only=True)
    print(lines[0])
    for line in lines[1:]:
        oid, tid = map(int, line.split()[:2])
        try:
            found = storage.loadBefore(p64(oid), p64(tid))
            if found is None:
                text = "later"
            else:
                data, start, end = found
                text = "%d %d %d %s" % (len(data), u64(start), u64(end) if end else 0,
                                        hashlib.sha256(data).hexdigest())
        except POSKeyError:
            text = "missing"
        print(oid, tid, text)
    storage.close()


def commits(port, count, quiet=""):
    if quiet:  # the server is about to be killed
        sys.stderr = open(os.devnull, "w")
    storage = connect(port)
    serial = {}
    for i in range(int(count)):
        t = TransactionMetaData(b"user", b"commit %d" % i, {"n": i})
        storage.tpc_begin(t)
        for oid in (1, 2 + i % 7):
            storage.store(p64(oid), serial.get(oid, p64(0)), b"%d of %d" % (oid, i) * (1 + i % 50), "", t)
        storage.tpc_vote(t)
        tid = storage.tpc_finish(t)
        serial[1] = serial[2 + i % 7] = tid
        print(u64(tid), flush=True)
    storage.close()


def conflict(port):
    one = DB(connect(port))
    two = DB(connect(port))
    manager = transaction.TransactionManager()
    connection = one.open(manager)
    connection.root()["length"] = Length()
    connection.root()["map"] = PersistentMapping()
    manager.commit()
    others = transaction.TransactionManager()
    two.storage.ping()
    other = two.open(others)
    connection.root()["length"].change(3)
    other.root()["length"].change(4)
    manager.commit()
    others.commit()
    print("resolved", other.root()["length"]())
    connection.root()["map"]["x"] = 1
    one.storage.ping()
    two.storage.ping()
    others.begin()
    manager.begin()
    connection.root()["map"]["x"] = 1
    other.root()["map"]["x"] = 2
    manager.commit()
    try:
        others.commit()
        print("no conflict")
    except ConflictError:
        print("conflict")
    others.abort()
    one.close()
    two.close()


def crowded(port):
    one = connect(port)
    held = TransactionMetaData()
    one.tpc_begin(held)
    for i in range(40):
        one.store(p64(100 + i), p64(0), b"x" * 10_240, "", held)
    one.ping()
    two = DB(connect(port))
    manager = transaction.TransactionManager()
    connection = two.open(manager)
    tries = 0
    for attempt in manager.attempts(3):
        with attempt:
            tries += 1
            if tries == 2:
                one.tpc_abort(held)
            for i in range(35):
                connection.root()[i] = PersistentMapping(data=b"x" * 10_240)
    print("tries", tries)
    one.close()
    two.close()


def refused(port):
    storage = connect(port)
    for name, args in (("pack", (1.0, True)), ("history", (p64(0), 1)), ("nonsense", ()),
                       ("iterator_start", (None, None))):
        try:
            storage._call(name, *args)
            print(name, "answered")
        except Exception as e:
            print(name, type(e).__name__, *e.args)
    t = TransactionMetaData()
    storage.tpc_begin(t)
    storage._async("undoa", p64(1), id(t))
    try:
        storage.tpc_vote(t)
        print("vote answered")
    except Exception as e:
        print("vote", type(e).__name__, *e.args)
    storage.tpc_abort(t)
    storage.close()


def fresh():
    """Asks whoever has started this for a server with an empty storage; gets its port."""
    print("fresh", flush=True)
    return sys.stdin.readline().strip()


def report(result):
    failed = result.failures + result.errors
    for test, text in failed:
        print("FAILED", test.id().split(".")[-1], text.strip().splitlines()[-1])
    print("run", result.testsRun, "failed", len(failed), "skipped", len(result.skipped))


def race(seconds):
    import time
    import ZODB.tests.racetest as racetest

    class Race(racetest.RaceTests, unittest.TestCase):
        def setUp(self):
            self.port = fresh()
            self._storage = connect(self.port)

        def tearDown(self):
            self._storage.close()

        def _new_storage_client(self):
            return connect(self.port)

    end = time.time() + float(seconds)
    while True:
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(Race).run(result)
        report(result)
        if time.time() > end or not result.wasSuccessful():
            break


def kit(name):
    import importlib
    module = importlib.import_module("ZODB.tests." + name)
    from ZODB.tests.StorageTestBase import StorageTestBase

    class Kit(getattr(module, name), StorageTestBase):
        def setUp(self):
            StorageTestBase.setUp(self)
            self.port = fresh()
            self._storage = connect(self.port)

        def open(self, read_only=False):
            self._storage.close()
            self._storage = connect(self.port, read_only=read_only)

        def _new_storage_client(self):
            return connect(self.port)

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Kit).run(result)
    report(result)


if __name__ == "__main__":
    logging.disable(logging.CRITICAL)
    globals()[sys.argv[1]](*sys.argv[2:])
