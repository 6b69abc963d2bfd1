// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The request of a context: keeps its reply, or why there is none, until somebody takes it. */
final class ContextRequest extends OpenRequest {
    /** Stands for what was taken. */
    private static final Object TAKEN = new Object();

    private final RequestContext context;
    /** Null while open, then a message or an exception, then TAKEN. */
    private final AtomicReference<@Nullable Object> outcome = new AtomicReference<>();

    ContextRequest(RequestContext context, SpMessage message) {
        super(message);
        this.context = context;
    }

    @Override
    boolean isWatched() {
        return false; // who receives sees to it
    }

    @Override
    void onReply(SpMessage reply) {
        if (outcome.compareAndSet(null, reply)) {
            context.signal();
        } else {
            context.dropLate(reply);
        }
    }

    @Override
    void onFailure(SpException cause) {
        if (outcome.compareAndSet(null, cause)) {
            context.signal();
        }
    }

    /**
     * The reply, once; null: not yet.
     *
     * @throws SpException why there is none; STATE when somebody else has taken it
     */
    @Nullable
    SpMessage take() {
        Object now = outcome.get();
        if (now == null) {
            return null;
        }
        if (now instanceof SpException cause) {
            throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
        }
        if (now instanceof SpMessage reply && outcome.compareAndSet(reply, TAKEN)) {
            return reply;
        }
        throw new SpException(SpError.STATE, "a reply can be received once only");
    }

    /** Takes the reply back that was taken; false if it was discarded meanwhile. */
    boolean putBack(SpMessage reply) {
        return outcome.compareAndSet(TAKEN, reply);
    }

    /** Drops a reply that nobody took, and fails those who wait for one. */
    void discard(SpException cause) {
        Object before = outcome.getAndSet(cause);
        if (before instanceof SpMessage reply) {
            context.dropLate(reply);
        }
        context.signal();
    }
}
