// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.examples.guide.FirstActor.Show;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Promises: chains, several at a time, failures, deadlines, cancelling, and callbacks for more than one answer. */
public final class Promises {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Promises() {}

    // tag::bank[]
    /** Charges guests. Slow: the answer comes from elsewhere. */
    public static class Bank extends Actor<Bank> {
        public Promise<String> charge(String guest, int amount) {
            if (amount > 100) {
                throw new IllegalArgumentException("amount must be at most 100: amount=" + amount);
            }
            CompletablePromise<String> receipt = new CompletablePromise<>(); // settled later
            context().after(Duration.ofMillis(20), () -> receipt.complete(guest + " paid " + amount));
            return receipt;
        }
    }
    // end::bank[]

    /** Answers nobody. */
    static class ClosedBank extends Bank {
        @Override
        public Promise<String> charge(String guest, int amount) {
            return new CompletablePromise<>();
        }
    }

    // tag::office[]
    /** Sells tickets: asks the show for a seat, then the bank for the money. */
    public static class BoxOffice extends Actor<BoxOffice> {
        private final Show show;
        private final Bank bank;
        private int sold;

        public BoxOffice(Show show, Bank bank) {
            this.show = show;
            this.bank = bank;
        }

        public Promise<String> sell(int seat, String guest, int price) {
            return show.reserve(seat, guest).flatMap(free -> {
                if (!free) {
                    throw new IllegalStateException("seat must be free: seat=" + seat);
                }
                return bank.charge(guest, price)
                        .map(receipt -> receipt + ", ticket " + ++sold) // in a turn of the box office: no lock
                        .onError(failure -> show.release(seat));
            });
        }
    }
    // end::office[]

    // tag::board[]
    /** Tells watchers how many seats are left, until either side ends it. */
    public static class Board extends Actor<Board> {
        private final List<Callback<Integer>> watchers = new ArrayList<>();

        public void watch(Callback<Integer> free) {
            watchers.add(free);
        }

        public void changed(int free) {
            watchers.removeIf(Callback::isEnded);
            watchers.forEach(watcher -> watcher.item(free));
        }
    }
    // end::board[]

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("theatre")) {
            Show show = system.spawn(Show.class, () -> new Show(200), "tonight");
            Bank bank = system.spawn(Bank.class, Bank::new, "bank");
            BoxOffice office = system.spawn(BoxOffice.class, () -> new BoxOffice(show, bank), "office");
            chain(office);
            several(office);
            deadline(system.spawn(Bank.class, ClosedBank::new, "closed"));
            cancel(bank);
            callback(system);
        }
    }

    private static void chain(BoxOffice office) {
        // tag::chain[]
        System.out.println(office.sell(1, "Ann", 20).await(LIMIT));
        String bob = office.sell(1, "Bob", 20).recover(Throwable::getMessage).await(LIMIT);
        String cid = office.sell(2, "Cid", 2000).recover(Throwable::getMessage).await(LIMIT);
        System.out.println(bob + "\n" + cid);
        // end::chain[]
    }

    private static void several(BoxOffice office) {
        List<Promise<String>> sales =
                List.of(office.sell(3, "Dan", 20), office.sell(4, "Eve", 20), office.sell(1, "Fay", 20));
        for (Settled<String> sale : Promise.allSettled(sales).await(LIMIT)) {
            System.out.println(sale.isFulfilled() ? sale.value() : sale.failure());
        }
    }

    private static void deadline(Bank bank) {
        // tag::deadline[]
        try {
            bank.charge("Gil", 20).timeout(Duration.ofMillis(500)).await(LIMIT);
        } catch (CallTimeoutException e) {
            System.out.println(e.getMessage());
            System.out.println("may have been executed: " + e.maybeExecuted());
        }
        // end::deadline[]
    }

    private static void cancel(Bank bank) {
        Promise<String> charge = bank.charge("Hal", 20);
        System.out.println("cancelled: " + charge.cancel());
    }

    private static void callback(ActorSystem system) {
        Board board = system.spawn(Board.class, Board::new);
        CompletablePromise<Integer> first = new CompletablePromise<>();
        // tag::callback[]
        board.watch(Callback.of(free -> first.complete(free)));
        board.changed(12);
        System.out.println("free: " + first.await(LIMIT));
        // end::callback[]
    }
}
