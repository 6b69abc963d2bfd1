# SPDX-License-Identifier: Apache-2.0
"""Plays local_thr, remote_thr, local_lat and remote_lat on nanomsg's own library: what those expect and what they send.

usage: nanomsg_perf.py TOOL URI SIZE COUNT; without arguments it only looks for the library.
A tool that sends stays until its standard input ends, since nanomsg drops at the end what is not yet written.
"""
import ctypes
import sys

AF_SP, NN_PAIR = 1, 16
nn = ctypes.CDLL("libnanomsg.so.5", use_errno=True)
nn.nn_send.argtypes = nn.nn_recv.argtypes = [ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]


def check(is_right, what):
    if not is_right:
        sys.exit("Assertion failed: " + what)


def main(tool, uri, size, count):
    buffer = ctypes.create_string_buffer(b"o" * size, max(size, 1))
    socket = nn.nn_socket(AF_SP, NN_PAIR)
    check(socket >= 0, "socket")
    join = nn.nn_bind if tool.startswith("local") else nn.nn_connect
    check(join(socket, uri.encode()) >= 0, "bind or connect")

    def send(length):
        check(nn.nn_send(socket, buffer, length, 0) == length, "sent")

    def receive(length):
        got = nn.nn_recv(socket, buffer, max(size, 1), 0)
        check(got == length, "received %d, expected %d" % (got, length))

    if tool == "local_thr":
        receive(0)
        for _ in range(count):
            receive(size)
    elif tool == "remote_thr":
        send(0)
        for _ in range(count):
            send(size)
    elif tool == "local_lat":
        for _ in range(count):
            receive(size)
            send(size)
    else:
        for _ in range(count):
            send(size)
            receive(size)
    print("done", flush=True)
    sys.stdin.read()
    nn.nn_close(socket)


if len(sys.argv) > 1:
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
