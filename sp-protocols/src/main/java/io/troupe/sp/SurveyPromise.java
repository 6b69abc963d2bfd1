// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.continuation.DefaultPromise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A survey as a promise, which settles when the time is over and no answer is being handed over any more.
 *
 * @param <T> what comes out
 */
abstract class SurveyPromise<T> extends DefaultPromise<T> {
    private final SurveyPattern pattern;
    private final SocketCore core;
    private final Asked asked = new Asked();
    /** Answers that are being handed over, and one more while the survey is open. At 0 it is over. */
    private final AtomicInteger busy = new AtomicInteger(1);

    private volatile @Nullable SpException cause;

    SurveyPromise(SurveyPattern pattern, SocketCore core) {
        this.pattern = pattern;
        this.core = core;
    }

    /** Takes an answer; several threads at a time. */
    abstract void answered(SpMessage answer);

    /** What came out; once, after the last answer. */
    abstract T gathered();

    /** Nobody wants what came out; instead of {@link #gathered}, or after it. */
    abstract void dropAll();

    /** Asks; the message is gone in any case. */
    final SurveyPromise<T> start(SpMessage message, long answerNanos) {
        try {
            pattern.start(asked, message, answerNanos);
            core.watch(); // answers are to be noticed though nobody looks for them
        } catch (SpException e) {
            message.release();
            settleFailure(e);
        }
        return this;
    }

    @Override
    protected final void onAbandoned() {
        pattern.end(asked.id, new SpException(SpError.CANCELED, "nobody wants the answers any more"));
    }

    private void leave() {
        if (busy.decrementAndGet() > 0) {
            return;
        }
        SpException known = cause;
        if (known == null || known.reason() == SpError.TIMED_OUT) {
            if (!settleValue(gathered())) {
                dropAll();
            }
        } else {
            settleFailure(known);
            dropAll();
        }
    }

    private final class Asked implements Survey {
        private volatile int id;

        @Override
        public void id(int known) {
            id = known;
        }

        @Override
        public @Nullable DropReason onAnswer(SpMessage answer) {
            int before;
            do {
                before = busy.get();
                if (before == 0) {
                    return DropReason.LATE;
                }
            } while (!busy.compareAndSet(before, before + 1));
            core.counters().received(answer.size());
            try {
                answered(answer);
            } finally {
                leave();
            }
            return null;
        }

        @Override
        public void onEnd(SpException why) {
            cause = why;
            leave();
        }
    }
}
