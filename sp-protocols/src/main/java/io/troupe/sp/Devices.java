// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import java.util.List;

/**
 * Starts devices, which take messages from one socket to another. They take raw sockets only, as the others keep headers to
 * themselves; see {@link Sockets#raw(Protocol)}. Any thread.
 */
public final class Devices {
    private Devices() {}

    /**
     * Forwards all messages from each of two sockets to the other: REP and REQ, say, or PAIR1 and PAIR1; from SUB to PUB and
     * from PULL to PUSH one way only. Dial and listen with the sockets before or afterwards.
     *
     * @param first a raw socket; the device's from now on
     * @param second a raw socket of the protocol that the first one's peers have; the device's from now on
     * @return the device, which runs until it, or one of the sockets, is closed
     * @throws IllegalArgumentException when the sockets are the same, are not raw, do not fit, or have a {@code receiveTimeout}
     */
    public static Device forward(DuplexSocket first, DuplexSocket second) {
        check(first);
        check(second);
        if (first == second) {
            throw new IllegalArgumentException(
                    "forwarding needs two sockets, a single one is for reflect: socket=" + first);
        }
        if (first.protocol().peer() != second.protocol()) {
            throw new IllegalArgumentException("a device's sockets must be of protocols that talk to each other: first="
                    + first.protocol() + ", second=" + second.protocol());
        }
        Device device = new Device(List.of(first, second));
        if (receives(first.protocol())) {
            device.add(new Forwarder(first, second, device));
        }
        if (receives(second.protocol())) {
            device.add(new Forwarder(second, first, device));
        }
        return device.started();
    }

    /**
     * Sends what a socket receives back through it: with PAIR to the peer it came from, with BUS to all the others.
     *
     * @param socket a raw socket of PAIR or BUS; the device's from now on
     * @return the device, which runs until it or the socket is closed
     * @throws IllegalArgumentException when the socket is not raw, is of another protocol, or has a {@code receiveTimeout}
     */
    public static Device reflect(DuplexSocket socket) {
        check(socket);
        if (socket.protocol().peer() != socket.protocol()) {
            throw new IllegalArgumentException(
                    "only protocols that talk to themselves can be reflected: protocol=" + socket.protocol());
        }
        Device device = new Device(List.of(socket));
        device.add(new Forwarder(socket, socket, device));
        return device.started();
    }

    private static boolean receives(Protocol protocol) {
        return protocol != Protocol.PUB && protocol != Protocol.PUSH;
    }

    private static void check(DuplexSocket socket) {
        if (!(socket instanceof PatternSocket own) || !own.isRaw()) {
            throw new IllegalArgumentException("a device takes raw sockets only: socket=" + socket);
        }
        if (!socket.options().receiveTimeout().equals(SocketOptions.FOREVER)) {
            throw new IllegalArgumentException("a device's sockets must have no receiveTimeout: receiveTimeout="
                    + socket.options().receiveTimeout() + ", socket=" + socket);
        }
    }
}
