// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts connections until its socket closes. Pauses while accepting fails, for twice as long each time: a process without free
 * file handles would fail again at once. One thread.
 */
final class AcceptLoop implements Runnable {
    /** Nanoseconds of the first pause, which costs others little if only one dialler has gone. */
    static final long SHORTEST_PAUSE = 1_000_000;

    /** Nanoseconds. */
    static final long LONGEST_PAUSE = 1_000_000_000;

    private static final Logger LOG = LoggerFactory.getLogger(Tap.class);

    private final BooleanSupplier open;
    private final Source source;
    private final Consumer<SocketChannel> accepted;
    private final LongConsumer pause;
    private boolean told;

    /** Where connections come from. */
    interface Source {
        /** The next connection, when there is one. */
        SocketChannel accept() throws IOException;
    }

    /**
     * Has not begun.
     *
     * @param open whether the socket listens
     * @param source the socket
     * @param accepted gets each connection
     * @param pause waits for so many nanoseconds, or until the socket is closed
     */
    AcceptLoop(BooleanSupplier open, Source source, Consumer<SocketChannel> accepted, LongConsumer pause) {
        this.open = open;
        this.source = source;
        this.accepted = accepted;
        this.pause = pause;
    }

    @Override
    public void run() {
        long next = SHORTEST_PAUSE;
        while (open.getAsBoolean()) {
            try {
                accepted.accept(source.accept());
                next = SHORTEST_PAUSE;
            } catch (IOException e) {
                if (open.getAsBoolean()) {
                    tell(e);
                    pause.accept(next);
                    next = Math.min(2 * next, LONGEST_PAUSE);
                }
            }
        }
    }

    private void tell(IOException cause) {
        if (!told) {
            told = true;
            LOG.warn(
                    "a tap cannot accept a link and tries again, further failures are not logged: cause={}",
                    cause.toString());
        }
    }
}
