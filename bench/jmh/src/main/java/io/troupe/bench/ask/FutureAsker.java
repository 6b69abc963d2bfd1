// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import java.util.concurrent.CompletableFuture;

/** What {@link Asker} does, by hand: each answer is brought back into the asker's own queue. */
final class FutureAsker implements Behavior<FutureAsker.Message> {
    private final Recipient<FutureAnswerer.Question> answerer;
    private final Series series;

    FutureAsker(Recipient<FutureAnswerer.Question> answerer, Series series) {
        this.answerer = answerer;
        this.series = series;
    }

    @Override
    public void onMessage(Message message, Recipient<Message> self) {
        if (message instanceof Answered answered) {
            if (series.more(answered.value())) {
                ask(series.next(), self);
            }
        } else if (message instanceof Begin begin) {
            series.begin(begin.outstanding(), question -> ask(question, self));
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // failures show as a batch that does not end
    private void ask(int question, Recipient<Message> self) {
        CompletableFuture<Integer> reply = new CompletableFuture<>();
        reply.thenAccept(value -> self.tell(new Answered(value)));
        answerer.tell(new FutureAnswerer.Question(question, reply));
    }

    /** What the asker hears. */
    sealed interface Message permits Begin, Answered {}

    /** Starts a batch. */
    record Begin(int outstanding) implements Message {}

    /** A completed future. */
    record Answered(int value) implements Message {}
}
