// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

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
        for (int i = 1; i <= count; i++) {
            contexts.add(new ReactorContext(new Reactor("sp-io-" + i), flusher, buffers, budget));
        }
    }

    static ReactorGroup start() {
        ReactorGroup reactors = new ReactorGroup();
        reactors.contexts.forEach(reactorContext -> reactorContext.reactor().start());
        reactors.flusher.start();
        return reactors;
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
        contexts.forEach(reactorContext -> reactorContext.reactor().close());
        flusher.close();
    }
}
