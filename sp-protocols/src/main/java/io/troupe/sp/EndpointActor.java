// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Serves an endpoint in its turns. Each slot receives a message, calls the service, sends the answer, and receives again. It
 * takes its next message only when the last is answered or its time is over, so a slow service slows its peers down, and one
 * that never answers does not keep them out. Whatever the service does, the slot goes on.
 *
 * <p>One timer watches all slots. It is set when one begins to wait, for its end, and then for the end of the one that has
 * waited longest.
 */
class EndpointActor extends Actor<EndpointActor> {
    private final SpSocket socket;
    private final List<ServiceSlot> slots;
    private final Function<? super SpMessage, ? extends Promise<?>> service;
    private final ServiceFailures failures;
    private final Duration limit;
    private final long limitNanos;
    private boolean watching;
    private int ended;
    private int atWork;

    EndpointActor(
            SpSocket socket,
            List<ServiceSlot> slots,
            Function<? super SpMessage, ? extends Promise<?>> service,
            ServiceFailures failures) {
        this.socket = socket;
        this.slots = slots;
        this.service = service;
        this.failures = failures;
        this.limit = socket.options().serviceTimeout();
        this.limitNanos = Timeouts.nanos(limit);
    }

    @Override
    protected @Nullable Promise<?> onStart() {
        slots.forEach(this::next);
        return null;
    }

    /** The slots begin anew, with the next object. */
    @Override
    protected void onRestart(Throwable cause) {
        for (ServiceSlot slot : slots) {
            if (slot.abandon()) {
                failures.failed(cause);
            }
        }
    }

    /** Nobody serves any more, so nobody must listen. */
    @Override
    protected void onStop() {
        for (ServiceSlot slot : slots) {
            if (slot.abandon()) {
                failures.closed();
            }
        }
        socket.close(Duration.ZERO);
    }

    private void next(ServiceSlot slot) {
        slot.receive().onComplete((message, failure) -> {
            if (message != null) {
                serve(slot, message);
            } else if (failure != null && !isClosed(failure)) {
                failures.failed(failure);
                next(slot);
            } else {
                ended++;
                stopAtTheEnd();
            }
        });
    }

    /** Once the socket is closed and nothing is left that it would have to release. */
    private void stopAtTheEnd() {
        if (ended == slots.size() && atWork == 0) {
            context().stop();
        }
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof SpException sp && sp.reason() == SpError.CLOSED;
    }

    private void serve(ServiceSlot slot, SpMessage message) {
        atWork++;
        int number = slot.serve(context().clock().nanos());
        Promise<?> answer = called(message);
        if (!answer.isSettled()) {
            watch(limitNanos);
        }
        answer.onComplete((value, failure) -> {
            atWork--;
            if (!slot.settle(number)) {
                tooLate(message, value);
                stopAtTheEnd();
                return;
            }
            try {
                settled(slot, message, value, failure);
            } catch (Throwable e) { // an answer that the service has released, say
                failures.failed(e);
                next(slot);
            }
        });
    }

    private Promise<?> called(SpMessage message) {
        try {
            Promise<?> answer = service.apply(message);
            return answer == null
                    ? Promise.failed(new NullPointerException("a service must return a promise: returned=null"))
                    : answer;
        } catch (Throwable e) { // also errors: others wait for this slot
            return Promise.failed(e);
        }
    }

    private void settled(ServiceSlot slot, SpMessage message, @Nullable Object value, @Nullable Throwable failure) {
        Throwable misuse = value == message ? null : released(message);
        MessageSender out = slot.out();
        if (misuse != null) {
            failures.failed(misuse);
            if (value instanceof SpMessage answer) {
                released(answer);
            }
            next(slot);
        } else if (failure != null) {
            failures.failed(failure); // the protocols have no error replies: the peer asks again, or its time passes
            next(slot);
        } else if (out == null) {
            next(slot);
        } else if (value instanceof SpMessage answer) {
            out.sendLater(answer).onComplete((nothing, unsent) -> {
                if (unsent != null && !isClosed(unsent)) {
                    failures.unsent();
                }
                next(slot);
            });
        } else {
            failures.unanswered();
            next(slot);
        }
    }

    /** Releases a message; what is wrong if the service has done that. */
    private static @Nullable Throwable released(SpMessage message) {
        try {
            message.close();
            return null;
        } catch (RuntimeException e) {
            return e;
        }
    }

    /** Nobody waits for it any more; an answer is released, and the request too, which the service may have used until now. */
    private void tooLate(SpMessage message, @Nullable Object value) {
        if (value instanceof SpMessage answer) {
            failures.late();
            released(answer);
        }
        if (value != message) {
            released(message);
        }
    }

    private void watch(long nanos) {
        if (!watching && limitNanos != Long.MAX_VALUE) {
            watching = true;
            context().after(Duration.ofNanos(nanos), this::look);
        }
    }

    private void look() {
        watching = false;
        long now = context().clock().nanos();
        long nearest = Long.MAX_VALUE;
        for (ServiceSlot slot : slots) {
            long left = slot.left(now, limitNanos);
            if (left > 0) {
                nearest = Math.min(nearest, left);
            } else {
                failures.overdue(limit);
                next(slot);
            }
        }
        if (nearest != Long.MAX_VALUE) {
            watch(nearest);
        }
    }
}
