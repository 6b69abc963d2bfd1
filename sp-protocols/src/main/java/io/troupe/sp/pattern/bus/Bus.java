// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.bus;

import io.troupe.sp.base.PlainSocket;
import io.troupe.sp.base.RawSocket;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.engine.SocketEngine;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.socket.DuplexSocket;

/** Opens BUS sockets. */
public final class Bus {
    private Bus() {}

    /** One that sends to all its peers. */
    public static DuplexSocket open(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.BUS, options, engine);
        BusPattern pattern = new BusPattern(core, false);
        return new PlainSocket(core, pattern, pattern.sender(), pattern.incoming());
    }

    /**
     * One whose received messages have a header of one word, the number of their pipe; a message with such a header is sent to
     * all peers but that one.
     */
    public static DuplexSocket raw(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.BUS, options, engine);
        BusPattern pattern = new BusPattern(core, true);
        return new RawSocket(core, pattern, pattern.sender(), pattern.incoming());
    }
}
