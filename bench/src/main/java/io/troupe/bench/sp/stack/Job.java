// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What both ends of a measurement must know.
 *
 * @param address where to listen or dial, as a URL
 * @param bytes length of a payload, at least 1
 * @param threads that send or ask, at least 1
 * @param warmUp from the first message on
 * @param window that is measured, after it
 */
public record Job(String address, int bytes, int threads, Duration warmUp, Duration window) {
    private static final String SEPARATOR = "://";

    /** An address that nobody uses now; for ipc in this folder. */
    public static String freeAddress(Transport transport, Path folder) throws IOException {
        String rest =
                switch (transport) {
                    case INPROC -> "bench";
                    case IPC -> folder.resolve("bench.ipc").toString();
                    case TCP -> "127.0.0.1:" + freePort();
                };
        return transport.word() + SEPARATOR + rest;
    }

    /** As arguments of a program. */
    public List<String> arguments() {
        return List.of(
                address,
                Integer.toString(bytes),
                Integer.toString(threads),
                Long.toString(warmUp.toMillis()),
                Long.toString(window.toMillis()));
    }

    /** Reads such arguments. */
    public static Job of(List<String> arguments) {
        return new Job(
                arguments.get(0),
                Integer.parseInt(arguments.get(1)),
                Integer.parseInt(arguments.get(2)),
                Duration.ofMillis(Long.parseLong(arguments.get(3))),
                Duration.ofMillis(Long.parseLong(arguments.get(4))));
    }

    /** How messages get across. */
    public Transport transport() {
        for (Transport transport : Transport.values()) {
            if (address.startsWith(transport.word() + SEPARATOR)) {
                return transport;
            }
        }
        throw new IllegalArgumentException("address must begin with inproc, ipc or tcp: address=" + address);
    }

    /** The address without its transport. */
    public String place() {
        return address.substring(address.indexOf(SEPARATOR) + SEPARATOR.length());
    }

    /** The address for the sockets of the JDK; not for inproc. */
    public SocketAddress socketAddress() {
        return switch (transport()) {
            case IPC -> UnixDomainSocketAddress.of(place());
            case TCP ->
                new InetSocketAddress(
                        InetAddress.getLoopbackAddress(),
                        Integer.parseInt(address.substring(address.lastIndexOf(':') + 1)));
            case INPROC -> throw new IllegalArgumentException("inproc must not need a socket: address=" + address);
        };
    }

    /** Some libraries cannot tell which port they got, so it is chosen here. */
    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
