// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.ThreadFactory;

/** An actor is a virtual thread that takes from a transfer queue; from Java 21 on. */
public final class VirtualThreadPeer implements Peer {
    private final ThreadFactory factory = VirtualThreads.factory("peer-");
    private final Threads threads = new Threads();

    /** Fails before Java 21. */
    public VirtualThreadPeer() {}

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        LinkedTransferQueue<M> queue = new LinkedTransferQueue<>();
        Recipient<M> self = queue::offer;
        threads.start(factory.newThread(() -> consume(queue, behavior, self)));
        return self;
    }

    private static <M> void consume(LinkedTransferQueue<M> queue, Behavior<M> behavior, Recipient<M> self) {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                behavior.onMessage(queue.take(), self);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        }
    }

    @Override
    public void close() {
        threads.stop();
    }
}
