// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;

/** Raw sockets, with default settings or others. */
public final class Raw {
    private static final SocketOptions DEFAULTS = SocketOptions.defaults();

    private Raw() {}

    /** PAIR. */
    public static DuplexSocket pair() {
        return pair(DEFAULTS);
    }

    /** PAIR with these settings. */
    public static DuplexSocket pair(SocketOptions options) {
        return SocketKind.raw(Protocol.PAIR0).open(options);
    }

    /** PAIR1 with one peer. */
    public static DuplexSocket pair1() {
        return pair1(DEFAULTS);
    }

    /** PAIR1 with one peer and these settings. */
    public static DuplexSocket pair1(SocketOptions options) {
        SocketCore core = new SocketCore(Protocol.PAIR1, options, SocketEngine.shared());
        return new PatternSocket(core, new Pair1Pattern(core, new OnePeer(core), true), true);
    }

    /** PAIR1 with many peers. */
    public static DuplexSocket pair1Poly() {
        return pair1Poly(DEFAULTS);
    }

    /** PAIR1 with many peers and these settings. */
    public static DuplexSocket pair1Poly(SocketOptions options) {
        return SocketKind.raw(Protocol.PAIR1).open(options);
    }

    /** PUB. */
    public static DuplexSocket pub() {
        return pub(DEFAULTS);
    }

    /** PUB with these settings. */
    public static DuplexSocket pub(SocketOptions options) {
        return SocketKind.raw(Protocol.PUB).open(options);
    }

    /** SUB. */
    public static DuplexSocket sub() {
        return sub(DEFAULTS);
    }

    /** SUB with these settings. */
    public static DuplexSocket sub(SocketOptions options) {
        return SocketKind.raw(Protocol.SUB).open(options);
    }

    /** PUSH. */
    public static DuplexSocket push() {
        return push(DEFAULTS);
    }

    /** PUSH with these settings. */
    public static DuplexSocket push(SocketOptions options) {
        return SocketKind.raw(Protocol.PUSH).open(options);
    }

    /** PULL. */
    public static DuplexSocket pull() {
        return pull(DEFAULTS);
    }

    /** PULL with these settings. */
    public static DuplexSocket pull(SocketOptions options) {
        return SocketKind.raw(Protocol.PULL).open(options);
    }

    /** BUS. */
    public static DuplexSocket bus() {
        return bus(DEFAULTS);
    }

    /** BUS with these settings. */
    public static DuplexSocket bus(SocketOptions options) {
        return SocketKind.raw(Protocol.BUS).open(options);
    }
}
