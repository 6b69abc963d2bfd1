// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.ask;

import io.troupe.bench.peer.Behavior;
import io.troupe.bench.peer.Recipient;
import java.util.concurrent.CompletableFuture;

/** Answers by completing the future that came with the question. */
final class FutureAnswerer implements Behavior<FutureAnswerer.Question> {
    FutureAnswerer() {}

    @Override
    public void onMessage(Question question, Recipient<Question> self) {
        question.reply().complete(Series.answer(question.value()));
    }

    /** A question and where its answer goes. */
    record Question(int value, CompletableFuture<Integer> reply) {}
}
