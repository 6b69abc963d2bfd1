// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import java.time.Duration;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.RecipientRef;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/**
 * What {@link Asker} does, with the ask that Pekko offers to actors: {@code context.ask}
 * (apache/pekko, typed interaction patterns, "Request-Response with ask between two actors").
 */
public final class PekkoAsk {
    /** Pekko demands one. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private PekkoAsk() {}

    /** Answers at once. */
    public static Behavior<Question> answerer() {
        return Behaviors.receiveMessage(question -> {
            question.replyTo().tell(new Answer(Series.answer(question.value())));
            return Behaviors.same();
        });
    }

    /** Asks, and asks again with each answer. */
    public static Behavior<Message> asker(RecipientRef<Question> answerer, Series series) {
        return Behaviors.setup(context -> Behaviors.receiveMessage(message -> {
            onMessage(message, context, answerer, series);
            return Behaviors.same();
        }));
    }

    private static void onMessage(
            Message message, ActorContext<Message> context, RecipientRef<Question> answerer, Series series) {
        if (message instanceof Answer answer) {
            if (series.more(answer.value())) {
                ask(series.next(), context, answerer);
            }
        } else if (message instanceof Begin begin) {
            series.begin(begin.outstanding(), question -> ask(question, context, answerer));
        } else if (message instanceof Failed failed) {
            throw new IllegalStateException("every question must be answered", failed.cause());
        }
    }

    private static void ask(int question, ActorContext<Message> context, RecipientRef<Question> answerer) {
        context.ask(
                Answer.class,
                answerer,
                TIMEOUT,
                replyTo -> new Question(question, replyTo),
                (answer, failure) -> answer != null ? answer : new Failed(failure));
    }

    /** What the asker hears. */
    public sealed interface Message permits Begin, Answer, Failed {}

    /** Starts a batch. */
    public record Begin(int outstanding) implements Message {}

    /** An answer. */
    public record Answer(int value) implements Message {}

    /** No answer in time. */
    public record Failed(Throwable cause) implements Message {}

    /** A question and who wants to know. */
    public record Question(int value, ActorRef<Answer> replyTo) {}
}
