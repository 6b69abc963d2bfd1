// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.hello;

// tag::hello[]
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import java.time.Duration;

/** Counts to 42. */
public class Hello {
    /** A plain class; calls of its public methods are messages. */
    public static class Counter extends Actor<Counter> {
        private int count; // no lock: one message at a time

        public void add(int n) { // a tell: returns at once
            count += n;
        }

        public Promise<Integer> count() { // an ask: the result comes later
            return Promise.of(count);
        }
    }

    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("hello")) {
            Counter counter = system.spawn(Counter.class, Counter::new);
            counter.add(20);
            counter.add(22);
            System.out.println("count = " + counter.count().await(Duration.ofSeconds(1)));
        }
    }
}
// end::hello[]
