// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.SpException;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/** The survey of a context: keeps answers until somebody takes them, at most a given number. Thread-safe. */
final class ContextSurvey implements Survey {
    private final SurveyContext context;
    private final int most;
    private final ArrayDeque<SpMessage> answers = new ArrayDeque<>();
    private @Nullable SpException cause;
    private boolean discarded;
    private volatile int id;

    ContextSurvey(SurveyContext context, int most) {
        this.context = context;
        this.most = most;
    }

    int id() {
        return id;
    }

    @Override
    public void id(int known) {
        id = known;
    }

    @Override
    public @Nullable DropReason onAnswer(SpMessage answer) {
        synchronized (answers) {
            if (cause != null) {
                return DropReason.LATE;
            }
            if (answers.size() >= most) {
                return DropReason.RECEIVE_QUEUE_FULL;
            }
            answers.addLast(answer);
        }
        context.signal();
        return null;
    }

    @Override
    public void onEnd(SpException why) {
        synchronized (answers) {
            if (cause == null) {
                cause = why;
            }
        }
        context.signal();
    }

    /**
     * The next answer; null: none yet.
     *
     * @throws SpException why there are no more
     */
    @Nullable
    SpMessage take() {
        synchronized (answers) {
            SpMessage answer = answers.pollFirst();
            if (answer == null && cause != null) {
                throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
            }
            return answer;
        }
    }

    /** Takes an answer back that was taken: it is the next; false if the survey was discarded meanwhile. */
    boolean putBack(SpMessage answer) {
        synchronized (answers) {
            if (!discarded) {
                answers.addFirst(answer);
            }
            return !discarded;
        }
    }

    /** Drops the answers that nobody took, and fails those who wait. */
    void discard(SpException why) {
        synchronized (answers) {
            cause = why;
            discarded = true;
            answers.forEach(context::dropLate);
            answers.clear();
        }
        context.signal();
    }
}
