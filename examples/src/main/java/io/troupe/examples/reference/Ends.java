// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.reference;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.time.Duration;

/** Ends of actors, whose calls somebody else takes over, and ends of links. */
public final class Ends {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Ends() {}

    /** Counts items. */
    public static class Cart extends Actor<Cart> {
        private int items;

        public Promise<Integer> add(int count) {
            items += count;
            return Promise.of(items);
        }
    }

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem shop = ActorSystem.start("shop");
                ActorSystem client = ActorSystem.start("client")) {
            handOver(shop);
            links(Remoting.on(shop), Remoting.on(client));
        }
    }

    private static void handOver(ActorSystem system) {
        Cart successor = system.spawn(Cart.class, Cart::new, "successor");
        // tag::undelivered[]
        Cart cart = system.spawn(
                Cart.class, Cart::new, ActorOptions.named("cart").undelivered(call -> call.sendTo(successor)));
        system.stop(cart).await(LIMIT);
        System.out.println("items: " + cart.add(2).await(LIMIT)); // the successor answers
        // end::undelivered[]
    }

    private static void links(Remoting shop, Remoting client) {
        String address = shop.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
        Link first = client.connectLane("first", address).await(LIMIT);
        Link second = client.connectLane("second", address).await(LIMIT);
        Link third = client.connectLane("third", address).await(LIMIT);
        // tag::links[]
        first.drain(Duration.ofSeconds(10)).await(LIMIT); // answers what is under way, then ends
        second.close(); // what waits leaves, what is under way fails
        third.cut(); // at once
        shop.drain(Duration.ofSeconds(10), "new version", "tcp://b:7000").await(LIMIT); // all links; listens no more
        // end::links[]
        System.out.println("first link: " + first.state());
    }
}
