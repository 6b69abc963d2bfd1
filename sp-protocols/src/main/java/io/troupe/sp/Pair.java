// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/** Opens PAIR sockets. */
final class Pair {
    private Pair() {}

    /** Version 0. */
    static DuplexSocket open(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR0, options, engine);
        PairPattern pattern = new PairPattern(core);
        return new PlainSocket(core, pattern, pattern.sendPort(), pattern.incoming());
    }

    /** Version 0, for devices; does the same: it has no header. */
    static DuplexSocket raw(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR0, options, engine);
        PairPattern pattern = new PairPattern(core);
        return new RawSocket(core, pattern, pattern.sendPort(), pattern.incoming());
    }

    /** Version 1, with one peer. */
    static DuplexSocket one(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR1, options, engine);
        return cooked(core, new OnePeer(core));
    }

    /** Version 1, with many peers. */
    static DuplexSocket poly(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR1, options, engine);
        return cooked(core, new ManyPeers(core));
    }

    /**
     * Version 1, with one peer. Received messages have a header of one word: the hops they will have made when they arrive at
     * the next peer; so they can be sent on as they are. Messages without a header are sent as new ones.
     */
    static DuplexSocket rawOne(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR1, options, engine);
        return raw(core, new OnePeer(core));
    }

    /** Version 1, with many peers; otherwise like {@link #rawOne}. */
    static DuplexSocket rawPoly(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.PAIR1, options, engine);
        return raw(core, new ManyPeers(core));
    }

    private static DuplexSocket cooked(SocketCore core, PairPeers peers) {
        Pair1Pattern pattern = new Pair1Pattern(core, peers, false);
        return new PlainSocket(core, pattern, pattern.sendPort(), pattern.incoming());
    }

    private static DuplexSocket raw(SocketCore core, PairPeers peers) {
        Pair1Pattern pattern = new Pair1Pattern(core, peers, true);
        return new RawSocket(core, pattern, pattern.sendPort(), pattern.incoming());
    }
}
