// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.actor;

import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.sp.error.SpError;
import io.troupe.sp.error.SpException;
import io.troupe.sp.message.Message;
import io.troupe.sp.socket.Sender;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Plays all conversations of an endpoint in its turns: receives, calls the service, sends what comes back, receives again. A
 * conversation takes its next message only when the last is answered, so a slow service slows its peers down.
 */
class EndpointActor extends Actor<EndpointActor> {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointActor.class);

    private final List<Conversation> conversations;
    private final Function<? super Message, ? extends Promise<?>> service;
    private final LongAdder failures;

    EndpointActor(
            List<Conversation> conversations,
            Function<? super Message, ? extends Promise<?>> service,
            LongAdder failures) {
        this.conversations = conversations;
        this.service = service;
        this.failures = failures;
    }

    @Override
    protected Promise<?> onStart() {
        conversations.forEach(this::next);
        return Promise.done();
    }

    private void next(Conversation conversation) {
        conversation.in().receiveLater().onComplete((message, failure) -> {
            if (message != null) {
                serve(conversation, message);
            } else if (failure != null && !isClosed(failure)) {
                failed(failure);
                next(conversation);
            }
        });
    }

    private static boolean isClosed(Throwable failure) {
        return failure instanceof SpException sp && sp.reason() == SpError.CLOSED;
    }

    private void serve(Conversation conversation, Message message) {
        Promise<?> answer;
        try {
            answer = service.apply(message);
        } catch (RuntimeException e) {
            answer = Promise.failed(e);
        }
        answer.onComplete((value, failure) -> {
            if (failure != null) {
                failed(failure);
            }
            if (value != message) {
                message.release();
            }
            Sender out = conversation.out();
            if (out != null && value instanceof Message reply) {
                out.sendLater(reply).onError(this::failed).onComplete((nothing, lost) -> next(conversation));
            } else {
                next(conversation);
            }
        });
    }

    /** The protocols have no error replies: the peer asks again, or its limit of time passes. */
    private void failed(Throwable cause) {
        failures.increment();
        LOG.warn("a message was not answered", cause);
    }
}
