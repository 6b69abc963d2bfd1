// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.savina.parallel.radix;

import io.troupe.bench.harness.Completion;
import java.util.function.LongConsumer;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.Behavior;
import org.apache.pekko.actor.typed.javadsl.Behaviors;

/** What {@link Source}, {@link Sorter} and {@link Collector} do, in Pekko. */
final class PekkoRadix {
    private PekkoRadix() {}

    static Behavior<Begin> source(Numbers numbers, ActorRef<Value> first) {
        return Behaviors.receiveMessage(begin -> {
            for (int i = 0; i < numbers.count(); i++) {
                first.tell(new Value(numbers.value(i)));
            }
            return Behaviors.same();
        });
    }

    static Behavior<Value> sorter(Bucket bucket, ActorRef<Value> next) {
        LongConsumer tell = value -> next.tell(new Value(value));
        return Behaviors.receiveMessage(message -> {
            bucket.add(message.value(), tell);
            return Behaviors.same();
        });
    }

    static Behavior<Value> collector(int total, Completion completion) {
        return Behaviors.setup(context -> {
            Collected collected = new Collected(total, completion);
            return Behaviors.receiveMessage(collected::onValue);
        });
    }

    /** State of the collector. */
    private static final class Collected {
        private final int total;
        private final Completion completion;
        private int seen;
        private long fingerprint;

        Collected(int total, Completion completion) {
            this.total = total;
            this.completion = completion;
        }

        Behavior<Value> onValue(Value message) {
            fingerprint = Numbers.fingerprint(fingerprint, message.value());
            if (++seen == total) {
                long all = fingerprint;
                seen = 0;
                fingerprint = 0;
                completion.complete(all);
            }
            return Behaviors.same();
        }
    }

    /** Starts a run. */
    record Begin() {}

    /** A number. */
    record Value(long value) {}
}
