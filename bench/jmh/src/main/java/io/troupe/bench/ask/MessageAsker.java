// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;

/** What {@link Asker} does, with nothing but messages. */
final class MessageAsker implements Behavior<MessageAsker.Message> {
    private final Recipient<Question> answerer;
    private final Series series;

    MessageAsker(Recipient<Question> answerer, Series series) {
        this.answerer = answerer;
        this.series = series;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Answer answer) {
            if (series.more(answer.value())) {
                answerer.tell(new Question(series.next(), self));
            }
        } else if (message instanceof Begin begin) {
            series.begin(begin.outstanding(), question -> answerer.tell(new Question(question, self)));
        }
    }

    /** What the asker hears. */
    sealed interface Message permits Begin, Answer {}

    /** Starts a batch. */
    record Begin(int outstanding) implements Message {}

    /** An answer. */
    record Answer(int value) implements Message {}

    /** A question and who wants to know. */
    record Question(int value, Recipient<Message> replyTo) {}
}
