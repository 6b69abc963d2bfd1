// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns that an executor has refused, for example because its queue is full for the moment. A thread that is there only
 * meanwhile offers them again, after pauses that grow while nothing is taken. What is refused for too long, or when the
 * executor has ended, is abandoned. Guarded by its own monitor.
 */
final class RefusedTurns implements Runnable {
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(250);
    /** As long as an ask waits for its answer as a rule. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(30);

    private final String name;
    private final BooleanSupplier gone;
    private final Queue<Refusal> waiting = new ArrayDeque<>();
    private boolean running;
    private boolean closed;

    /**
     * None.
     *
     * @param dispatcher for the name of the thread
     * @param gone whether the executor takes nothing any more
     */
    RefusedTurns(String dispatcher, BooleanSupplier gone) {
        this.name = dispatcher;
        this.gone = gone;
    }

    /** A turn, what was thrown at it first, and when. */
    private record Refusal(TurnTask turn, Throwable cause, long since) {}

    /**
     * Keeps a turn for later. Any thread.
     *
     * @return false if it cannot be tried again: the caller has to abandon it
     */
    synchronized boolean add(TurnTask turn, Throwable cause) {
        if (closed) {
            return false;
        }
        waiting.add(new Refusal(turn, cause, System.nanoTime()));
        if (running) {
            return true;
        }
        try {
            Thread thread = new Thread(null, this, name + "-refused", 0, false);
            thread.setDaemon(true);
            thread.start();
            running = true;
        } catch (Throwable e) { // no memory, or no more threads
            waiting.clear(); // it is the only one
            return false;
        }
        return true;
    }

    /** Abandons all, now and from now on. */
    void close() {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        abandonAll();
    }

    @Override
    public void run() {
        long pause = FIRST_PAUSE;
        while (sleep(pause)) {
            if (gone.getAsBoolean()) {
                abandonAll();
            } else {
                pause = offerAll() ? FIRST_PAUSE : Math.min(LONGEST_PAUSE, pause * 2);
            }
        }
    }

    /** Returns false at the end of the thread, when nothing waits. */
    private synchronized boolean sleep(long nanos) {
        if (!waiting.isEmpty() && !closed) {
            try {
                TimeUnit.NANOSECONDS.timedWait(this, nanos);
            } catch (InterruptedException e) {
                closed = true; // nobody but the end of the process interrupts this thread
            }
        }
        running = !waiting.isEmpty();
        return running;
    }

    /** Offers each once. Returns whether one was taken. */
    private boolean offerAll() {
        boolean taken = false;
        for (int left = size(); left > 0; left--) {
            Refusal refusal = poll();
            if (refusal == null) {
                break;
            }
            taken |= offer(refusal);
        }
        return taken;
    }

    private boolean offer(Refusal refusal) {
        TurnTask turn = refusal.turn();
        try {
            turn.tryAgain();
            return true;
        } catch (Throwable e) {
            if (System.nanoTime() - refusal.since() > PATIENCE) {
                turn.abandon(refusal.cause());
            } else if (turn.cell() != null) {
                keep(refusal);
            }
            return false;
        }
    }

    private void abandonAll() {
        for (Refusal refusal = poll(); refusal != null; refusal = poll()) {
            refusal.turn().abandon(refusal.cause());
        }
    }

    private synchronized int size() {
        return waiting.size();
    }

    private synchronized @Nullable Refusal poll() {
        return waiting.poll();
    }

    private synchronized void keep(Refusal refusal) {
        waiting.add(refusal);
    }
}
