// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.interop;

import io.troupe.sp.Until;
import io.troupe.sp.peers.Certificates;
import io.troupe.sp.peers.Peer;
import io.troupe.sp.peers.PeerCommand;
import io.troupe.sp.peers.PeerProcess;
import io.troupe.sp.peers.Pynng;
import io.troupe.sp.peers.PynngSocket;
import io.troupe.sp.peers.Role;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A socket of another implementation: a tool, which sends by itself what it was given, or one that is told when to. */
interface Partner extends AutoCloseable {
    /** Sends; a tool does so by itself, and this does nothing. */
    void send(String text);

    /** The next message it received. */
    String receive();

    @Override
    void close();

    /**
     * Starts one. It listens when this returns, or dials.
     *
     * @param own its role
     * @param says all that it will ever send
     */
    static Partner start(Peer peer, Role own, boolean listens, String uri, String says, @Nullable Certificates files) {
        PeerCommand command = peer.as(own);
        if (listens) {
            command.listen(uri);
        } else {
            command.dial(uri);
        }
        if (files != null) {
            command.certificates(files);
        }
        if (own == Role.SUB) {
            command.subscribe("he");
        } else if (own != Role.PULL) {
            command.data(says);
        }
        if (own == Role.PUB || own == Role.SURVEYOR || own == Role.BUS) {
            // Again and again, as what it says before we are there is lost.
            command.interval(peer == Peer.NNGCAT ? Duration.ofSeconds(1) : Duration.ofMillis(200));
        }
        return new Tool(command.start().awaitListening());
    }

    /** The same in a running process, where it speaks only when it is told to. */
    static Partner open(Pynng pynng, Role own, boolean listens, String uri, @Nullable Certificates files) {
        PynngSocket socket = pynng.open(own);
        if (own == Role.SURVEYOR) {
            socket.option("surveyor:survey-time", Until.LIMIT);
        }
        if (own == Role.SUB) {
            socket.subscribe("he");
        }
        if (files != null) {
            socket = listens ? socket.serveTls(files) : socket.trust(files);
        }
        return new Driven(listens ? socket.listen(uri) : socket.dial(uri));
    }

    /** A process of its own. */
    record Tool(PeerProcess process) implements Partner {
        @Override
        public void send(String text) {
            // It has been given the text with its command line.
        }

        @Override
        public String receive() {
            return process.awaitMessage();
        }

        @Override
        public void close() {
            process.close();
        }

        @Override
        public String toString() {
            return String.join("\n", process.lines());
        }
    }

    /** A socket in a process with many. */
    record Driven(PynngSocket socket) implements Partner {
        @Override
        public void send(String text) {
            socket.awaitJoined().send(text);
        }

        @Override
        public String receive() {
            return socket.receive();
        }

        @Override
        public void close() {
            socket.close();
        }
    }
}
