// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.DefaultPromise;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.NonBlockingScope;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls that are refused instead of waiting for room: for event loops and other threads that must not block. A
 * mailbox or link with backpressure makes the sender of a plain call wait while it is full. An actor that waits does not
 * block its thread. Any other thread blocks: for an ask until its deadline, for a tell until there is room, the target
 * ends, or the thread is interrupted. The methods here refuse such a call, without any effect. Any thread, also in an
 * actor's turn.
 *
 * <pre>{@code
 * if (!NonBlockingCalls.tryCall(() -> counter.add(1))) {
 *     NonBlockingCalls.whenRoom(counter).then(room -> retry());
 * }
 * }</pre>
 */
public final class NonBlockingCalls {
    private NonBlockingCalls() {}

    /**
     * Makes calls if there is room for them now. The code runs on the calling thread and ends at the first call that is
     * refused; so it should make one call. Earlier calls of it stay sent. Any other exception of the code passes.
     *
     * @param calls calls references, local or remote
     * @return true if the code ran to its end; false if a call was refused, which then has had no effect and has returned
     *     no promise
     */
    public static boolean tryCall(Runnable calls) {
        Objects.requireNonNull(calls, "calls");
        return NonBlockingScope.run(() -> {
            try {
                calls.run();
                return true;
            } catch (MailboxFullException | BackpressureException e) {
                return false;
            }
        });
    }

    /**
     * Makes one call with a result if there is room for it now, like {@link #tryCall}.
     *
     * @param <T> type of the result
     * @param call calls a reference, local or remote
     * @return the promise of the result; empty if the call was refused, which then has had no effect
     */
    public static <T> Optional<Promise<T>> tryAsk(Supplier<Promise<T>> call) {
        Objects.requireNonNull(call, "call");
        return NonBlockingScope.run(() -> {
            try {
                return Optional.of(Objects.requireNonNull(
                        call.get(),
                        "a call that is tried must return its promise: returned=null; of a tell use tryCall"));
            } catch (MailboxFullException | BackpressureException e) {
                return Optional.empty();
            }
        });
    }

    /**
     * Tells when a target has room. Other senders may be faster, so the next attempt can be refused again. A promise that is
     * cancelled, or has a timeout and meets it, leaves nothing behind at the target.
     *
     * @param reference to the target: an actor, local or remote, or a group
     * @return fulfilled when there is room, at once if there is; also when the target has ended or its link is down, which
     *     the next call will then report
     * @throws IllegalArgumentException if the object is no reference
     */
    public static Promise<Void> whenRoom(Object reference) {
        Outlet outlet = Reference.outletOf(reference);
        Room room = new Room(outlet.outsideExecutor());
        room.requested(outlet.whenRoom(room::found));
        return room;
    }

    /** Its continuations from outside of actors run where those of the target's answers do. */
    private static final class Room extends DefaultPromise<Void> {
        private final CallbackExecutor executor;

        /** Takes the request back. Known race: it is set while the promise settles; both sides look for the other. */
        private volatile @Nullable Runnable takeBack;

        Room(CallbackExecutor executor) {
            this.executor = executor;
        }

        void requested(Runnable request) {
            takeBack = request;
            if (isSettled()) {
                letGo();
            }
        }

        @Override
        protected void letGo() {
            Runnable request = takeBack;
            if (request != null) {
                takeBack = null;
                request.run();
            }
        }

        void found() {
            settleValue(null);
        }

        @Override
        protected CallbackExecutor outsideExecutor() {
            return executor;
        }
    }
}
