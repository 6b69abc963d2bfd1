// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.reference;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import java.time.Duration;

/** A system on the adaptive dispatcher, and actors that belong together. */
public final class Adaptive {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Adaptive() {}

    /** One item of an order. */
    public static class Item extends Actor<Item> {
        public Promise<Integer> price() {
            return Promise.of(20);
        }
    }

    /** Runs the example. */
    public static void main(String[] args) {
        // tag::start[]
        ActorSystem system =
                ActorSystem.builder().dispatcher(Dispatchers.adaptive(8)).start();
        // end::start[]
        try (system) {
            // tag::together[]
            Item book = system.spawn(
                    Item.class, Item::new, ActorOptions.named("book").together("order-17"));
            Item lamp = system.spawn(
                    Item.class, Item::new, ActorOptions.named("lamp").together("order-17"));
            // end::together[]
            int sum = Promise.all(book.price(), lamp.price()).await(LIMIT).stream()
                    .mapToInt(price -> price)
                    .sum();
            System.out.println("sum: " + sum);
        }
    }
}
