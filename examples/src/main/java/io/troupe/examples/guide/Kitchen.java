// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Select;
import io.troupe.core.channel.Sender;
import io.troupe.core.error.ChannelClosedException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Channels between actors and threads, and selects. */
public final class Kitchen {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private Kitchen() {}

    // tag::cook[]
    /** Cooks what is ordered, two orders at a time. */
    public static class Cook extends Actor<Cook> {
        private final Receiver<String> orders;
        private final Sender<String> dishes;

        public Cook(Receiver<String> orders, Sender<String> dishes) {
            this.orders = orders;
            this.dishes = dishes;
        }

        @Override
        protected Promise<?> onStart() {
            orders.each(2, order -> dishes.send("hot " + order)).then(end -> dishes.close());
            return Promise.done();
        }
    }
    // end::cook[]

    // tag::desk[]
    /** Takes what comes first. */
    public static class FrontDesk extends Actor<FrontDesk> {
        public Promise<String> next(Channel<String> guests, Channel<String> phone) {
            return Select.fair()
                    .receive(guests, guest -> "welcome " + guest)
                    .receive(phone, caller -> "hello " + caller)
                    .after(Duration.ofMillis(20), () -> "nobody comes")
                    .once();
        }
    }
    // end::desk[]

    // tag::diner[]
    /** Needs two forks to eat, and waits for the second one for a while only, so that no circle of diners starves. */
    public static class Diner extends Actor<Diner> {
        private record Choice(Channel<String> first, Channel<String> second, String fork) {}

        private final Channel<String> left;
        private final Channel<String> right;

        public Diner(Channel<String> left, Channel<String> right) {
            this.left = left;
            this.right = right;
        }

        public Promise<Integer> dine(int meals) {
            return meals == 0
                    ? Promise.of(0)
                    : eat().flatMap(ate -> dine(meals - ate).map(rest -> rest + ate));
        }

        private Promise<Integer> eat() {
            return Select.fair()
                    .receive(left, fork -> new Choice(left, right, fork))
                    .receive(right, fork -> new Choice(right, left, fork))
                    .once()
                    .flatMap(choice -> Select.inOrder()
                            .receive(choice.second, fork -> {
                                choice.second.send(fork); // the meal was short
                                return 1;
                            })
                            .after(Duration.ofMillis(1), () -> 0)
                            .once()
                            .then(ate -> choice.first.send(choice.fork)));
        }
    }
    // end::diner[]

    /** Prints what the guide shows. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("restaurant")) {
            cook(system);
            choose(system);
            dine(system);
        }
    }

    private static void cook(ActorSystem system) {
        // tag::orders[]
        Channel<String> orders = Channels.buffered(2);
        Channel<String> dishes = Channels.rendezvous();
        system.spawn(Cook.class, () -> new Cook(orders, dishes.named("dishes")));
        for (String order : List.of("soup", "fish", "cake")) {
            orders.put(order); // this thread waits while two orders wait
        }
        orders.close(); // what is in it will be cooked
        try {
            while (true) {
                System.out.println(dishes.take());
            }
        } catch (ChannelClosedException e) {
            System.out.println(e.getMessage());
        }
        // end::orders[]
    }

    private static void choose(ActorSystem system) {
        Channel<String> guests = Channels.rendezvous();
        Channel<String> phone = Channels.buffered(1);
        FrontDesk desk = system.spawn(FrontDesk.class, FrontDesk::new);
        phone.put("Ann");
        System.out.println(desk.next(guests, phone).await(LIMIT));
        System.out.println(desk.next(guests, phone).await(LIMIT));
    }

    private static void dine(ActorSystem system) {
        int count = 5;
        List<Channel<String>> forks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            forks.add(Channels.buffered(1));
            forks.get(i).put("fork " + i);
        }
        List<Promise<Integer>> meals = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Channel<String> left = forks.get(i);
            Channel<String> right = forks.get((i + 1) % count);
            meals.add(system.spawn(Diner.class, () -> new Diner(left, right)).dine(3));
        }
        int sum = Promise.all(meals).await(LIMIT).stream()
                .mapToInt(Integer::intValue)
                .sum();
        System.out.println("meals: " + sum);
    }
}
