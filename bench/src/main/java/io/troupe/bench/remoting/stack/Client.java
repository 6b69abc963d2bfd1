// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.stack;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * The only client of a server. It is never closed: its process ends. Payloads are not changed by anybody after they were
 * handed over, so a stack need not copy them before it writes them.
 */
public interface Client {
    /**
     * Sends one-way messages and returns when all are accepted, not sent. Waits where its stack must not be given more:
     * nothing may be lost, and memory is bounded. Called by one thread at a time.
     *
     * @param payload sent every time
     * @param times how often, at least 1
     */
    void tell(byte[] payload, int times);

    /**
     * Sends a request. Called by the thread that measures and by those that bring replies, at the same time.
     *
     * @param payload goes to the server
     * @param reply gets what comes back, once; the calls for all requests of a client come one at a time
     */
    void ask(byte[] payload, Consumer<byte[]> reply);

    /**
     * Asks the server how many one-way messages it has got. The answer may be given before those on their way have arrived.
     *
     * @param count gets the number
     */
    default void received(LongConsumer count) {
        ask(Echo.COUNT, reply -> count.accept(ByteBuffer.wrap(reply).getLong()));
    }
}
