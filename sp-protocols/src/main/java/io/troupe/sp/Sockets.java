// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.engine.Engine;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.pattern.bus.Bus;
import io.troupe.sp.pattern.pair.Pair;
import io.troupe.sp.pattern.pipeline.Pipeline;
import io.troupe.sp.pattern.publish.Publish;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.ReceivingSocket;
import io.troupe.sp.socket.SendingSocket;
import io.troupe.sp.socket.SubSocket;

/** Opens sockets. Each comes with default settings or with given ones; all must be closed. */
public final class Sockets {
    private Sockets() {}

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair() {
        return pair(SocketOptions.defaults());
    }

    /** A PAIR socket, version 0. */
    public static DuplexSocket pair(SocketOptions options) {
        return Pair.open(options, Engine.shared());
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1() {
        return pair1(SocketOptions.defaults());
    }

    /** A PAIR socket, version 1, with one peer. */
    public static DuplexSocket pair1(SocketOptions options) {
        return Pair.one(options, Engine.shared());
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@code Message.pipe}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly() {
        return pair1Poly(SocketOptions.defaults());
    }

    /**
     * A PAIR socket, version 1, with many peers: a message goes to the one whose pipe it bears, see {@code Message.pipe}; without
     * one to any. What a peer cannot take is dropped.
     */
    public static DuplexSocket pair1Poly(SocketOptions options) {
        return Pair.poly(options, Engine.shared());
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub() {
        return pub(SocketOptions.defaults());
    }

    /** A PUB socket: sends to all who are there, waits for nobody. */
    public static SendingSocket pub(SocketOptions options) {
        return Publish.pub(options, Engine.shared());
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub() {
        return sub(SocketOptions.defaults());
    }

    /** A SUB socket: receives what it has subscribed to. */
    public static SubSocket sub(SocketOptions options) {
        return Publish.sub(options, Engine.shared());
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push() {
        return push(SocketOptions.defaults());
    }

    /** A PUSH socket: sends each message to one of its peers. */
    public static SendingSocket push(SocketOptions options) {
        return Pipeline.push(options, Engine.shared());
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull() {
        return pull(SocketOptions.defaults());
    }

    /** A PULL socket: receives from all its peers. */
    public static ReceivingSocket pull(SocketOptions options) {
        return Pipeline.pull(options, Engine.shared());
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus() {
        return bus(SocketOptions.defaults());
    }

    /** A BUS socket: sends to all its peers, waits for nobody. */
    public static DuplexSocket bus(SocketOptions options) {
        return Bus.open(options, Engine.shared());
    }
}
