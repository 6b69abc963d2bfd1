// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import io.troupe.bench.harness.Spinner;
import java.util.Queue;
import org.jctools.queues.varhandle.MpscUnboundedVarHandleArrayQueue;

/**
 * The limit: a JCTools queue and a thread that does nothing but poll it. Spins for a while, then yields; never parks.
 * Only for as many actors as there are processors.
 */
public final class QueuePeer implements Peer {
    private static final int CHUNK = 1024;

    private final Threads threads = new Threads();

    /** No threads yet. */
    public QueuePeer() {}

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        Queue<M> queue = new MpscUnboundedVarHandleArrayQueue<>(CHUNK);
        Recipient<M> self = queue::offer;
        Thread thread = new Thread(() -> consume(queue, behavior, self), "queue");
        thread.setDaemon(true);
        threads.start(thread);
        return self;
    }

    private static <M> void consume(Queue<M> queue, Behavior<M> behavior, Recipient<M> self) {
        Spinner spinner = new Spinner();
        while (!Thread.currentThread().isInterrupted()) {
            M message = queue.poll();
            if (message == null) {
                spinner.idle();
            } else {
                spinner.reset();
                behavior.onMessage(message, self);
            }
        }
    }

    @Override
    public void close() {
        threads.stop();
    }
}
