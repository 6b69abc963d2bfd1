// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a transport: reactors, as many as there are processors but at most two, and a flusher. */
final class ReactorGroup {
    private static final int MOST_REACTORS = 2;

    private final List<ReactorContext> contexts = new ArrayList<>();
    private final Flusher flusher = new Flusher("sp-flush");
    private final AtomicInteger turn = new AtomicInteger();

    private ReactorGroup() {
        BufferPool buffers = new BufferPool();
        ReceiveBudget budget = new ReceiveBudget();
        int count = Math.min(MOST_REACTORS, Runtime.getRuntime().availableProcessors());
        try {
            for (int i = 1; i <= count; i++) {
                Reactor reactor = new Reactor("sp-io-" + i);
                contexts.add(new ReactorContext(reactor, flusher, buffers, budget));
                reactor.start();
            }
        } catch (SpException e) {
            closeReactors(); // there were files for some of them only
            throw e;
        }
        flusher.start();
    }

    /**
     * Starts all threads.
     *
     * @throws SpException IO, if the process may open no more files
     */
    static ReactorGroup start() {
        return new ReactorGroup();
    }

    /** Each in turn. */
    ReactorContext next() {
        return contexts.get(Math.floorMod(turn.getAndIncrement(), contexts.size()));
    }

    boolean isOwnThread() {
        return contexts.stream()
                .anyMatch(reactorContext -> reactorContext.reactor().isOwnThread());
    }

    void close() {
        closeReactors();
        flusher.close();
    }

    private void closeReactors() {
        contexts.forEach(reactorContext -> reactorContext.reactor().close());
    }
}
