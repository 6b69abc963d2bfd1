# SPDX-License-Identifier: Apache-2.0
"""The peer of the object store's measurements: ZEO's own server.

zeo.py make FILE                   writes a storage of 2126 objects of 4 KiB
zeo.py serve FILE PORT [MICROS]    serves it on this machine until it is killed; each load waits so long first, to model a disk
"""

import random
import sys
import time

import ZEO.StorageServer
from ZODB.Connection import TransactionMetaData
from ZODB.FileStorage import FileStorage
from ZODB.utils import p64
from ZODB.utils import z64

OBJECTS = 2126
SIZE = 4096


def make(path):
    storage = FileStorage(path, create=True)
    rnd = random.Random(1)
    t = TransactionMetaData(b"", b"objects")
    storage.tpc_begin(t)
    for oid in range(OBJECTS):
        storage.store(p64(oid), z64, rnd.randbytes(SIZE), "", t)
    storage.tpc_vote(t)
    storage.tpc_finish(t)
    storage.close()


class ModelledDisk(FileStorage):
    wait = 0

    def loadBefore(self, oid, tid):
        time.sleep(self.wait)
        return super().loadBefore(oid, tid)


def serve(path, port, micros=0):
    storage = ModelledDisk(path, read_only=True) if micros else FileStorage(path)
    ModelledDisk.wait = micros / 1e6
    server = ZEO.StorageServer.StorageServer(
        ("127.0.0.1", port), {"1": storage}, read_only=bool(micros), client_conflict_resolution=True, msgpack=True)
    print("serving", flush=True)
    server.loop()


if __name__ == "__main__":
    if sys.argv[1] == "make":
        make(sys.argv[2])
    else:
        serve(sys.argv[2], *map(int, sys.argv[3:]))
