// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Sender;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Plays all conversations of an endpoint in its turns: receives, calls the service, sends what comes back, receives again. A
 * conversation takes its next message only when the last is answered or its time is over, so a slow service slows its peers
 * down, and one that never answers does not keep them out. Whatever the service does, the conversation goes on.
 *
 * <p>One timer watches all conversations: it is set when one begins to wait, for its end, and then for the end of the one that has
 * waited longest.
 */
class EndpointActor extends Actor<EndpointActor> {
    private final SpSocket socket;
    private final List<ServiceSlot> conversations;
    private final Function<? super SpMessage, ? extends Promise<?>> service;
    private final ServiceFailures failures;
    private final Duration limit;
    private final long limitNanos;
    private boolean watching;
    private int ended;
    private int atWork;

    EndpointActor(
            SpSocket socket,
            List<ServiceSlot> conversations,
            Function<? super SpMessage, ? extends Promise<?>> service,
            ServiceFailures failures) {
        this.socket = socket;
        this.conversations = conversations;
        this.service = service;
        this.failures = failures;
        this.limit = socket.options().serviceTimeout();
        this.limitNanos = Timeouts.nanos(limit);
    }

    @Override
    protected @Nullable Promise<?> onStart() {
        conversations.forEach(this::next);
        return null;
    }

    /** The conversations begin anew, with the next object. */
    @Override
    protected void onRestart(Throwable cause) {
        for (ServiceSlot conversation : conversations) {
            if (conversation.abandon()) {
                failures.failed(cause);
            }
        }
    }

    /** Nobody serves any more, so nobody must listen. */
    @Override
    protected void onStop() {
        for (ServiceSlot conversation : conversations) {
            if (conversation.abandon()) {
                failures.closed();
            }
        }
        socket.close(Duration.ZERO);
    }

    private void next(ServiceSlot conversation) {
        conversation.receive().onComplete((message, failure) -> {
            if (message != null) {
                serve(conversation, message);
            } else if (failure != null && !isClosed(failure)) {
                failures.failed(failure);
                next(conversation);
            } else {
                ended++;
                stopAtTheEnd();
            }
        });
    }

    /** Once the socket is closed and nothing is left that it would have to release. */
    private void stopAtTheEnd() {
        if (ended == conversations.size() && atWork == 0) {
            context().stop();
        }
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof SpException sp && sp.reason() == SpError.CLOSED;
    }

    private void serve(ServiceSlot conversation, SpMessage message) {
        atWork++;
        int number = conversation.serve(context().clock().nanos());
        Promise<?> answer = called(message);
        if (!answer.isSettled()) {
            watch(limitNanos);
        }
        answer.onComplete((value, failure) -> {
            atWork--;
            if (!conversation.settle(number)) {
                tooLate(message, value);
                stopAtTheEnd();
                return;
            }
            try {
                settled(conversation, message, value, failure);
            } catch (Throwable e) { // an answer that the service has released, say
                failures.failed(e);
                next(conversation);
            }
        });
    }

    private Promise<?> called(SpMessage message) {
        try {
            Promise<?> answer = service.apply(message);
            return answer == null
                    ? Promise.failed(new NullPointerException("a service must return a promise: returned=null"))
                    : answer;
        } catch (Throwable e) { // also errors: others wait for this conversation
            return Promise.failed(e);
        }
    }

    private void settled(
            ServiceSlot conversation, SpMessage message, @Nullable Object value, @Nullable Throwable failure) {
        Throwable misuse = value == message ? null : released(message);
        Sender out = conversation.out();
        if (misuse != null) {
            failures.failed(misuse);
            if (value instanceof SpMessage answer) {
                released(answer);
            }
            next(conversation);
        } else if (failure != null) {
            failures.failed(failure); // the protocols have no error replies: the peer asks again, or its time passes
            next(conversation);
        } else if (out == null) {
            next(conversation);
        } else if (value instanceof SpMessage answer) {
            out.sendLater(answer).onComplete((nothing, unsent) -> {
                if (unsent != null && !isClosed(unsent)) {
                    failures.unsent();
                }
                next(conversation);
            });
        } else {
            failures.unanswered();
            next(conversation);
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
        for (ServiceSlot conversation : conversations) {
            long left = conversation.left(now, limitNanos);
            if (left > 0) {
                nearest = Math.min(nearest, left);
            } else {
                failures.overdue(limit);
                next(conversation);
            }
        }
        if (nearest != Long.MAX_VALUE) {
            watch(nearest);
        }
    }
}
