# SPDX-License-Identifier: Apache-2.0
"""frames.py FILE: what the ZEO server of Python answers over a storage. Lines of hexadecimal frames: > to the server, < from it."""

import logging
import socket
import struct
import sys
import threading

from ZEO.asyncio.marshal import encoder
from ZEO.StorageServer import StorageServer
from ZODB.FileStorage import FileStorage
from ZODB.utils import p64

logging.disable(logging.CRITICAL)
encode = encoder(b"M5")
storage = FileStorage(sys.argv[1], read_only=True)
tids = [t.tid for t in storage.iterator()]
server = StorageServer(("127.0.0.1", 0), {"1": storage}, read_only=True, msgpack=True)
threading.Thread(target=server.acceptor.loop, daemon=True).start()
s = socket.create_connection(server.addr)


def receive():
    data = b""
    while len(data) < 4 or len(data) < 4 + struct.unpack(">I", data[:4])[0]:
        data += s.recv(1 << 20)
    print("<", data[4:].hex())


def send(frame, answered=True):
    print(">", frame.hex())
    s.sendall(struct.pack(">I", len(frame)) + frame)
    if answered:
        receive()


receive()
send(b"M5", False)
send(encode(-1, 0, ".reply", None), False)
send(encode(1, False, "register", ("1", False)))
send(encode(2, False, "register", ("1", True)))
send(encode(3, False, "lastTransaction", ()))
send(encode(0, True, "set_client_label", ("me",)), False)
send(encode(4, False, "ping", ()))
number = 5
for oid in (0, 1, 3, 4, 0xabcdef):
    for tid in (tids[0], tids[3], tids[-1]):
        key = (p64(oid), tid)
        send(encode(key, False, "loadBefore", key))
        send(encode(number, False, "loadSerial", key))
        number += 1
    send(encode(number, False, "getTid", (p64(oid),)))
    number += 1
send(encode(number, False, "getInvalidations", (tids[-1],)))
send(encode(number + 1, False, "new_oids", ()))
s.close()
