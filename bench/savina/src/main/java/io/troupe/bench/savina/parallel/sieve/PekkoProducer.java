// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

import io.troupe.bench.harness.Completion;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** What {@link Producer} does, in Pekko. */
final class PekkoProducer {
    private final Sieve sieve;
    private final Completion completion;
    private final ActorContext<Message> context;
    private @Nullable ActorRef<PekkoFilter.Message> first;

    private PekkoProducer(Sieve sieve, Completion completion, ActorContext<Message> context) {
        this.sieve = sieve;
        this.completion = completion;
        this.context = context;
    }

    static Behavior<Message> producer(Sieve sieve, Completion completion) {
        return Behaviors.setup(context -> {
            PekkoProducer producer = new PekkoProducer(sieve, completion, context);
            return Behaviors.receiveMessage(producer::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Begin) {
            begin();
        } else if (message instanceof Finished finished && first != null) {
            context.watchWith(first, new Ended(finished.sum()));
            context.stop(first);
        } else if (message instanceof Ended ended) {
            completion.complete(ended.sum());
        }
        return Behaviors.same();
    }

    private void begin() {
        ActorRef<PekkoFilter.Message> filter = context.spawnAnonymous(PekkoFilter.filter(sieve, context.getSelf()));
        first = filter;
        for (int candidate = Sieve.FIRST; candidate < sieve.limit(); candidate += 2) {
            filter.tell(new PekkoFilter.Candidate(candidate));
        }
        filter.tell(new PekkoFilter.Finish(0));
    }

    /** What the producer hears. */
    sealed interface Message permits Begin, Finished, Ended {}

    /** Starts a run. */
    record Begin() implements Message {}

    /** All candidates have been tried. */
    record Finished(long sum) implements Message {}

    /** The filters have ended. */
    record Ended(long sum) implements Message {}
}
