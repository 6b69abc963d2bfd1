# SPDX-License-Identifier: Apache-2.0
"""A partner for interoperation tests, made of pynng. Ends when its standard input ends.

peer.py --commands reads one command per line and runs it while others wait. A line is "<number> <command> <words>",
and its answer "<number> ok <words>" or "<number> error <type> <text>". Bytes are hex digits, "-" means none.
Between answers, "event <socket> joined|left <pipe>" tells of connections. The commands are the methods of Commands.

peer.py --rep --listen URI --data TEXT and the like acts as nngcat does, and prints received bytes as nngcat --hex.
"""
import argparse
import asyncio
import os
import sys
import threading

import pynng
from pynng import lib, options

PROTOCOLS = {
    "pair0": pynng.Pair0, "pair1": pynng.Pair1, "req": pynng.Req0, "rep": pynng.Rep0, "pub": pynng.Pub0,
    "sub": pynng.Sub0, "push": pynng.Push0, "pull": pynng.Pull0, "surveyor": pynng.Surveyor0,
    "respondent": pynng.Respondent0, "bus": pynng.Bus0,
}
# Peers redial quickly, so that tests need not wait for the second nng would take.
REDIAL_MILLIS = 50
NEVER_MILLIS = 3600000
# Longer than the pause before a dial and the dial take together.
CALM_SECONDS = 0.3
output = threading.Lock()


def say(*words):
    """Prints a line at once; callbacks of nng call it from its own threads."""
    with output:
        sys.stdout.write(" ".join(str(word) for word in words) + "\n")
        sys.stdout.flush()


def bytes_of(digits):
    return b"" if digits == "-" else bytes.fromhex(digits)


def digits_of(data):
    return data.hex() or "-"


def tls_config(server, auth="", cert="-", key="-", authority="-", name="-"):
    """TLS from PEM files; auth is none, optional, required or empty for the default."""
    mode = pynng.TLSConfig.MODE_SERVER if server else pynng.TLSConfig.MODE_CLIENT
    config = pynng.TLSConfig(mode)
    if cert != "-":
        with open(cert) as certificates, open(key) as keys:
            config.set_own_cert(certificates.read(), keys.read())
    if authority != "-":
        config.add_ca_file(authority)
    if name != "-":
        config.set_server_name(name)
    if auth:
        config.set_auth_mode(getattr(pynng.TLSConfig, "AUTH_MODE_" + auth.upper()))
    return config


def open_socket(protocol, kind="cooked"):
    """Opens a socket; kind is cooked, raw or poly (PAIR1 with many peers)."""
    if kind == "poly":
        socket = pynng.Pair1(polyamorous=True)
    elif kind == "raw":
        stem = protocol if protocol[-1].isdigit() else protocol + "0"
        socket = PROTOCOLS[protocol](opener=getattr(lib, "nng_" + stem + "_open_raw"))
    else:
        socket = PROTOCOLS[protocol]()
    socket.reconnect_time_min = REDIAL_MILLIS
    return socket


async def calm(socket):
    """Lets TLS dialers come to rest: nng often aborts or hangs when they are closed while they connect."""
    dialers = [dialer for dialer in socket.dialers if dialer.url.startswith(("tls", "wss"))]
    for dialer in dialers:
        dialer.reconnect_time_min = NEVER_MILLIS
        dialer.reconnect_time_max = NEVER_MILLIS
    if dialers and not socket.pipes:
        await asyncio.sleep(CALM_SECONDS)


class Commands:
    """The commands by name. Sockets and contexts share one row of numbers."""

    def __init__(self):
        self.ends = []

    def end(self, number):
        return self.ends[int(number)]

    def keep(self, end):
        self.ends.append(end)
        return len(self.ends) - 1

    async def open(self, protocol, kind="cooked"):
        socket = open_socket(protocol, kind)
        number = self.keep(socket)
        socket.add_post_pipe_connect_cb(lambda pipe: say("event", number, "joined", pipe.id))
        socket.add_post_pipe_remove_cb(lambda pipe: say("event", number, "left", pipe.id))
        return number

    async def context(self, number):
        return self.keep(self.end(number).new_context())

    async def set(self, number, kind, option, value):
        if kind != "string":
            value = {"true": True, "false": False}[value] if kind == "bool" else int(value)
        getattr(options, "_setopt_" + kind)(self.end(number), option, value)

    async def tls(self, number, side, *words):
        self.end(number).tls_config = tls_config(side == "server", *words)

    async def listen(self, number, uri):
        self.end(number).listen(uri)

    async def dial(self, number, uri):
        self.end(number).dial(uri, block=False)

    async def subscribe(self, number, prefix):
        self.end(number).subscribe(bytes_of(prefix))

    async def unsubscribe(self, number, prefix):
        self.end(number).unsubscribe(bytes_of(prefix))

    async def send(self, number, data, pipe=None):
        end = self.end(number)
        if pipe is None:
            await end.asend(bytes_of(data))
        else:
            await end._pipes[int(pipe)].asend(bytes_of(data))

    async def receive(self, number, millis):
        message = await asyncio.wait_for(self.end(number).arecv_msg(), int(millis) / 1000)
        return "%d %s" % (message.pipe.id if message.pipe else -1, digits_of(message.bytes))

    async def drop(self, number, pipe):
        self.end(number)._pipes[int(pipe)].close()

    async def device(self, one, other):
        """Forwards between two raw sockets, or reflects when both are the same, until a socket closes."""
        first, second = self.end(one).socket, self.end(other).socket
        threading.Thread(target=lib.nng_device, args=(first, second), daemon=True).start()

    async def close(self, number):
        end = self.end(number)
        if isinstance(end, pynng.Socket):
            await calm(end)
        end.close()


async def answer(commands, line):
    number, name, *words = line.split()
    try:
        result = await getattr(commands, name)(*words)
        say(number, "ok", "" if result is None else result)
    except Exception as failure:
        say(number, "error", type(failure).__name__, failure)


def read_commands(loop, commands):
    tasks = set()

    def start(line):
        # The loop itself holds tasks weakly only.
        task = loop.create_task(answer(commands, line))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    for line in sys.stdin:
        loop.call_soon_threadsafe(start, line)
    os._exit(0)


def wait_for_end():
    sys.stdin.read()
    os._exit(0)


def show(data):
    say('"' + "".join("\\x%02x" % byte for byte in data) + '"')


async def show_all(socket):
    while True:
        show(await socket.arecv())


async def show_answers(socket, protocol):
    try:
        show(await socket.arecv())
        while protocol == "surveyor":
            show(await socket.arecv())
    except (pynng.Timeout, pynng.BadState):
        pass  # The survey is over.


async def send_all(socket, arguments):
    """Sends the data count times: without a count once, or forever when there is an interval."""
    asks = arguments.protocol in ("req", "surveyor")
    rounds = arguments.count or (0 if arguments.interval else 1)
    done = 0
    while rounds == 0 or done < rounds:
        await asyncio.sleep(arguments.interval if done else arguments.delay)
        await socket.asend(arguments.data.encode())
        done += 1
        if asks:
            await show_answers(socket, arguments.protocol)
    if not asks:
        await asyncio.Event().wait()  # What was sent may still be on its way: live until killed.


async def act(arguments):
    socket = open_socket(arguments.protocol)
    if arguments.cert != "-" or arguments.cacert != "-" or arguments.insecure:
        server = bool(arguments.listen)
        auth = "none" if arguments.insecure else "required" if arguments.cacert != "-" else ""
        name = "-" if server else "localhost"
        socket.tls_config = tls_config(server, auth, arguments.cert, arguments.key, arguments.cacert, name)
    if arguments.protocol == "sub":
        socket.subscribe(arguments.subscribe.encode())
    for uri in arguments.listen:
        socket.listen(uri)
    for uri in arguments.dial:
        socket.dial(uri, block=False)
    if arguments.protocol in ("rep", "respondent"):
        while True:
            show(await socket.arecv())
            await socket.asend(arguments.data.encode())
    elif arguments.protocol in ("pull", "sub") or arguments.data is None:
        await show_all(socket)
    elif arguments.protocol in ("pair0", "pair1", "bus"):
        await asyncio.gather(show_all(socket), send_all(socket, arguments))
    else:
        await send_all(socket, arguments)


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--commands", action="store_true")
    for protocol in PROTOCOLS:
        parser.add_argument("--" + protocol, dest="protocol", action="store_const", const=protocol)
    parser.add_argument("--listen", action="append", default=[])
    parser.add_argument("--dial", action="append", default=[])
    parser.add_argument("--data")
    parser.add_argument("--subscribe", default="")
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--interval", type=float, default=0)
    parser.add_argument("--delay", type=float, default=0)
    for file in ("--cert", "--key", "--cacert"):
        parser.add_argument(file, default="-")
    parser.add_argument("--insecure", action="store_true")
    return parser.parse_args()


async def main():
    arguments = parse()
    if arguments.commands:
        threading.Thread(target=read_commands, args=(asyncio.get_running_loop(), Commands()), daemon=True).start()
        await asyncio.Event().wait()
    threading.Thread(target=wait_for_end, daemon=True).start()
    await act(arguments)


asyncio.run(main())
