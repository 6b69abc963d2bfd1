// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.sieve;

import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.ActorContext;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.jspecify.annotations.Nullable;

/** What {@link Filter} does, in Pekko. */
final class PekkoFilter {
    private final Sieve sieve;
    private final ActorRef<PekkoProducer.Message> producer;
    private final ActorContext<Message> context;
    private final Primes primes;
    private @Nullable ActorRef<Message> next;

    private PekkoFilter(Sieve sieve, ActorRef<PekkoProducer.Message> producer, ActorContext<Message> context) {
        this.sieve = sieve;
        this.producer = producer;
        this.context = context;
        this.primes = new Primes(sieve.capacity());
    }

    static Behavior<Message> filter(Sieve sieve, ActorRef<PekkoProducer.Message> producer) {
        return Behaviors.setup(context -> {
            PekkoFilter filter = new PekkoFilter(sieve, producer, context);
            return Behaviors.receiveMessage(filter::onMessage);
        });
    }

    private Behavior<Message> onMessage(Message message) {
        if (message instanceof Candidate candidate) {
            onCandidate(candidate);
        } else if (message instanceof Finish finish) {
            onFinish(finish.sum() + primes.sum());
        }
        return Behaviors.same();
    }

    private void onCandidate(Candidate candidate) {
        if (!primes.passes(candidate.number())) {
            return;
        }
        if (next == null) {
            next = context.spawnAnonymous(filter(sieve, producer));
        }
        next.tell(candidate);
    }

    private void onFinish(long sum) {
        if (next == null) {
            producer.tell(new PekkoProducer.Finished(sum));
        } else {
            next.tell(new Finish(sum));
        }
    }

    /** What a filter hears. */
    sealed interface Message permits Candidate, Finish {}

    /** Perhaps a prime. */
    record Candidate(int number) implements Message {}

    /** No more candidates. */
    record Finish(long sum) implements Message {}
}
