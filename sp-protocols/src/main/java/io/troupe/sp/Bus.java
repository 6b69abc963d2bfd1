// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/** Opens BUS sockets. */
final class Bus {
    private Bus() {}

    /** One that sends to all its peers. */
    static DuplexSocket open(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.BUS, options, engine);
        BusPattern pattern = new BusPattern(core, false);
        return new PlainSocket(core, pattern, pattern.sender(), pattern.incoming());
    }

    /**
     * One whose received messages have a header of one word, the number of their pipe; a message with such a header is sent to
     * all peers but that one.
     */
    static DuplexSocket raw(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.BUS, options, engine);
        BusPattern pattern = new BusPattern(core, true);
        return new RawSocket(core, pattern, pattern.sender(), pattern.incoming());
    }
}
