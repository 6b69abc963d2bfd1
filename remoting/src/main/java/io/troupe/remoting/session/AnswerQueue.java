// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.mailbox.MemoryLevel;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicReference;
import org.jctools.queues.varhandle.unpadded.MpscUnboundedVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * Answers that wait to be sent, within a budget: calls that have been executed lead to answers whether the other side reads or not.
 * Any thread puts, the loop takes.
 *
 * <p>Invariant: what is reserved is what the queue holds. Known race: an answer comes while the link ends. Who puts it adds it and
 * then looks whether the queue is closed; who closes marks it and then clears it: one of the two finds the answer. From the mark
 * on nobody takes but those who clear, one at a time.
 */
final class AnswerQueue {
    private static final int CHUNK = 16;

    private final Queue<Answer> queue = new MpscUnboundedVarHandleUnpaddedArrayQueue<>(CHUNK);
    private final MemoryBudget budget;
    private final MemoryBudget all;
    private volatile boolean closed;

    /** The one that waits beyond the limit. */
    private final AtomicReference<@Nullable Answer> beyond = new AtomicReference<>();

    /**
     * An empty one.
     *
     * @param budget of the answers that wait; a part of the other one
     * @param all of the system
     */
    AnswerQueue(MemoryBudget budget, MemoryBudget all) {
        this.budget = budget;
        this.all = all;
    }

    /** Puts an answer; without its result if that is larger than a word about it, and there is no memory. Any thread. */
    void add(Answer answer) {
        if (answer.weight() > Weight.SMALL && !reserved(answer)) {
            answer.drop();
        }
        if (answer.weight() <= Weight.SMALL) {
            budget.reserve(answer.weight());
        }
        queue.add(answer);
        if (closed) {
            clear();
        }
    }

    /** What is larger than the limit would never leave. So one of these at a time goes beyond it, unless others have come near. */
    private boolean reserved(Answer answer) {
        if (budget.tryReserve(answer.weight())) {
            return true;
        }
        boolean mayPass = answer.weight() > budget.limit() && all.level() == MemoryLevel.NORMAL;
        if (!mayPass || !beyond.compareAndSet(null, answer)) {
            return false;
        }
        budget.reserve(answer.weight());
        return true;
    }

    private void release(Answer answer) {
        budget.release(answer.weight());
        if (beyond.get() == answer) {
            beyond.set(null);
        }
    }

    /** The next one, or null. The loop. */
    @Nullable
    Answer poll() {
        Answer answer = closed ? null : queue.poll();
        if (answer != null) {
            release(answer);
        }
        return answer;
    }

    boolean isEmpty() {
        return queue.isEmpty();
    }

    /** Bytes that wait. Any thread; racy. */
    long bytes() {
        return budget.used();
    }

    /** Nobody waits for answers any more. The loop. */
    void close() {
        closed = true;
        clear();
    }

    private synchronized void clear() {
        for (Answer answer = queue.poll(); answer != null; answer = queue.poll()) {
            release(answer);
        }
    }
}
