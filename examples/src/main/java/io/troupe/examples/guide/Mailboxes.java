// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.NonBlockingCalls;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.MailboxFullException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import io.troupe.examples.guide.Promises.Bank;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Mailboxes with bounds, what full ones do, and messages that wait inside of an actor. */
public final class Mailboxes {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Mailboxes() {}

    /** Prints tickets, once it is warm. */
    public static class Printer extends Actor<Printer> {
        private final Promise<Void> warm;
        private int printed;

        public Printer(Promise<Void> warm) {
            this.warm = warm;
        }

        @Override
        protected Promise<?> onStart() {
            return warm;
        }

        public void print(String ticket) {
            printed++;
        }

        public Promise<Integer> printed() {
            return Promise.of(printed);
        }
    }

    /** Shows the latest price of each share. */
    public static class Board extends Actor<Board> {
        private final Promise<Void> warm;
        private final List<String> shown = new ArrayList<>();

        public Board(Promise<Void> warm) {
            this.warm = warm;
        }

        @Override
        protected Promise<?> onStart() {
            return warm; // calls wait meanwhile
        }

        public void show(String share, int price) {
            shown.add(share + " " + price);
        }

        public Promise<List<String>> shown() {
            return Promise.of(List.copyOf(shown));
        }
    }

    // tag::desk[]
    /** Prints more tickets than fit into the mailbox of the printer. */
    public static class Desk extends Actor<Desk> {
        public Promise<Integer> printAll(Printer printer, int count) {
            for (int i = 0; i < count; i++) {
                printer.print("ticket " + i); // the desk gets no messages until the printer has room
            }
            return printer.printed(); // behind the tickets
        }
    }
    // end::desk[]

    // tag::door[]
    /** Guests who come too early wait. */
    public static class Door extends Actor<Door> {
        private final List<String> inside = new ArrayList<>();
        private boolean open;

        public void enter(String guest) {
            if (open) {
                inside.add(guest);
            } else {
                context().stash(); // comes again after unstashAll
            }
        }

        public void open() {
            open = true;
            context().unstashAll(); // before all other messages, in the old order
        }

        public Promise<List<String>> inside() {
            return Promise.of(List.copyOf(inside));
        }
    }
    // end::door[]

    // tag::account[]
    /** Charges one guest after the other, different guests side by side. */
    public static class Account extends Actor<Account> {
        private final Bank bank;

        public Account(Bank bank) {
            this.bank = bank;
        }

        public Promise<String> pay(String guest, int amount) {
            return context().serial(guest, () -> bank.charge(guest, amount));
        }
    }
    // end::account[]

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("theatre")) {
            failing(system);
            replacing(system);
            pacing(system);
            trying(system);
            waiting(system);
        }
    }

    private static void failing(ActorSystem system) {
        CompletablePromise<Void> warm = new CompletablePromise<>();
        // tag::fail[]
        Printer printer = system.spawn(
                Printer.class,
                () -> new Printer(warm),
                ActorOptions.named("printer").mailbox(MailboxSpec.bounded(2, Overflow.FAIL)));
        printer.print("one");
        printer.print("two");
        try {
            printer.print("three");
        } catch (MailboxFullException e) {
            System.out.println(e.getMessage());
        }
        // end::fail[]
        warm.complete();
    }

    private static void replacing(ActorSystem system) {
        CompletablePromise<Void> warm = new CompletablePromise<>();
        // tag::latest[]
        ActorOptions latest = ActorOptions.named("board")
                .latestByKey(100, (method, arguments) -> arguments.isEmpty() ? method : arguments.get(0));
        // end::latest[]
        Board board = system.spawn(Board.class, () -> new Board(warm), latest);
        board.show("ACME", 10);
        board.show("Zeta", 7);
        board.show("ACME", 12); // takes the place of the one that waits
        warm.complete();
        System.out.println(board.shown().await(LIMIT));
    }

    private static void pacing(ActorSystem system) {
        // tag::pace[]
        Printer printer = system.spawn(
                Printer.class,
                () -> new Printer(Promise.done()),
                ActorOptions.defaults().mailbox(MailboxSpec.bounded(100, Overflow.PACE)));
        Desk desk = system.spawn(Desk.class, Desk::new);
        System.out.println("printed: " + desk.printAll(printer, 10_000).await(LIMIT));
        // end::pace[]
    }

    private static void trying(ActorSystem system) {
        CompletablePromise<Void> warm = new CompletablePromise<>();
        Printer printer = system.spawn(
                Printer.class,
                () -> new Printer(warm),
                ActorOptions.defaults().mailbox(MailboxSpec.bounded(2, Overflow.PACE)));
        printer.print("one");
        printer.print("two");
        // tag::try[]
        if (!NonBlockingCalls.tryCall(() -> printer.print("three"))) { // never waits
            Promise<Void> room = NonBlockingCalls.whenRoom(printer);
            warm.complete();
            room.await(LIMIT);
            System.out.println("second attempt: " + NonBlockingCalls.tryCall(() -> printer.print("three")));
        }
        // end::try[]
    }

    private static void waiting(ActorSystem system) {
        Door door = system.spawn(Door.class, Door::new);
        door.enter("Ann");
        door.open();
        door.enter("Bob");
        System.out.println("inside: " + door.inside().await(LIMIT));

        Bank bank = system.spawn(Bank.class, Bank::new, "bank");
        Account account = system.spawn(Account.class, () -> new Account(bank));
        List<Promise<String>> payments =
                List.of(account.pay("Ann", 10), account.pay("Ann", 20), account.pay("Bob", 30));
        System.out.println(Promise.all(payments).await(LIMIT));
    }
}
