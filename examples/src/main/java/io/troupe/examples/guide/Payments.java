// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.line.FailurePolicy;
import io.troupe.core.line.Line;
import io.troupe.core.line.Lines;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** One program three ways, by actors, channels and an assembly line; then all three in one program. */
public final class Payments {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final List<String> LINES = List.of("ann 300", "bob 50", "ann 500", "cid 20", "bob 5");

    private Payments() {}

    record Payment(String account, long cents) {
        static Payment parse(String line) {
            int space = line.indexOf(' ');
            return new Payment(line.substring(0, space), Long.parseLong(line.substring(space + 1)));
        }
    }

    /** An account: it has a state, a name and a life of its own. */
    public static class Account extends Actor<Account> {
        private final String name;
        private long cents;

        public Account(String name) {
            this.name = name;
        }

        public void add(long amount) {
            cents += amount;
        }

        public Promise<String> balance() {
            return Promise.of(name + "=" + cents);
        }
    }

    // tag::actors[]
    /** Knows the accounts. */
    public static class Bank extends Actor<Bank> {
        private final Map<String, Account> accounts = new TreeMap<>();

        public void pay(String line) {
            Payment payment = Payment.parse(line);
            account(payment.account()).add(payment.cents());
        }

        private Account account(String name) {
            return accounts.computeIfAbsent(
                    name, missing -> context().spawn(Account.class, () -> new Account(name), ActorOptions.named(name)));
        }
        // end::actors[]

        public Promise<List<String>> balances() {
            return Promise.all(accounts.values().stream().map(Account::balance).toList());
        }
    }

    // tag::channels[]
    /** One of several that share the lines: whoever is free takes the next one. */
    public static class Clerk extends Actor<Clerk> {
        private final Receiver<String> lines;
        private final Sender<Payment> payments;

        public Clerk(Receiver<String> lines, Sender<Payment> payments) {
            this.lines = lines;
            this.payments = payments;
        }

        public Promise<Void> work() {
            return lines.each(1, line -> payments.send(Payment.parse(line)));
        }
    }
    // end::channels[]

    /** Adds up what the clerks have read. */
    public static class Book extends Actor<Book> {
        private final Map<String, Long> balances = new TreeMap<>();

        public Promise<Map<String, Long>> sum(Receiver<Payment> payments) {
            return payments.each(payment -> balances.merge(payment.account(), payment.cents(), Long::sum))
                    .map(end -> balances);
        }
    }

    /** Lies in a slot of the line. */
    static final class Entry {
        private String line = "";
        private String account = "";
        private long cents;

        void parse() {
            Payment payment = Payment.parse(line);
            account = payment.account();
            cents = payment.cents();
        }

        String account() {
            return account;
        }
    }

    // tag::limiter[]
    /** Lets ten tasks pass per second, and five at once after a pause. */
    public static class Limiter extends Actor<Limiter> {
        private final Channel<String> permits = Channels.buffered(5);

        @Override
        protected Promise<?> onStart() {
            context().every(Duration.ofMillis(100), () -> permits.trySend("permit")); // what does not fit is gone
            return Promise.done();
        }

        public Promise<String> permit() {
            return permits.receive(); // in the order of asking
        }
    }
    // end::limiter[]

    record Request(String line, Channel<String> reply) {}

    /** Lies in a slot of the pipeline. */
    static final class Call {
        private Payment payment = new Payment("", 0);
        private Channel<String> reply = Channels.rendezvous();

        void read(Request request) {
            payment = Payment.parse(request.line());
            reply = request.reply();
        }

        void check() {
            if (payment.cents() <= 0) {
                String refusal = "a payment must be positive: cents=" + payment.cents();
                reply.send(refusal);
                throw new IllegalArgumentException(refusal); // later stages do not get it
            }
        }
    }

    /** Ends the pipeline: books a payment, and answers the client. */
    public static class Desk extends Actor<Desk> {
        @SuppressWarnings("this-escape") // the context is there already
        private final Account account = context().spawn(Account.class, () -> new Account("all"));

        public void book(Payment payment, Channel<String> reply) {
            account.add(payment.cents());
            account.balance().then(reply::send);
        }
    }

    private static void byActors(ActorSystem system) {
        Bank bank = system.spawn(Bank.class, Bank::new);
        LINES.forEach(bank::pay);
        System.out.println("actors   " + bank.balances().await(LIMIT));
    }

    private static void byChannels(ActorSystem system) {
        // tag::run-channels[]
        Channel<String> lines = Channels.buffered(64);
        Channel<Payment> payments = Channels.buffered(64);
        List<Promise<Void>> clerks = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            clerks.add(
                    system.spawn(Clerk.class, () -> new Clerk(lines, payments)).work());
        }
        Promise.all(clerks).then(ends -> payments.close());
        Promise<Map<String, Long>> sums = system.spawn(Book.class, Book::new).sum(payments);
        LINES.forEach(lines::put); // waits while 64 lines wait
        lines.close();
        // end::run-channels[]
        System.out.println("channels " + sums.await(LIMIT));
    }

    private static void byLine(ActorSystem system) {
        // tag::run-line[]
        Map<String, Long> sums = new ConcurrentSkipListMap<>();
        Line<Entry> line = Lines.of(Entry::new, 1024)
                .stage("parse", Entry::parse)
                .shards("sum", 2, Entry::account, entry -> sums.merge(entry.account, entry.cents, Long::sum))
                .start(system);
        LINES.forEach(text -> line.publish(entry -> entry.line = text));
        line.end().await(LIMIT);
        // end::run-line[]
        System.out.println("line     " + sums);
    }

    private static void joined(ActorSystem system) {
        // tag::joined[]
        Channel<Request> requests = Channels.buffered(64);
        Desk desk = system.spawn(
                Desk.class, Desk::new, ActorOptions.defaults().mailbox(MailboxSpec.bounded(64, Overflow.PACE)));
        Line<Call> line = Lines.of(Call::new, 256)
                .stage("check", Call::check)
                .into(desk, (to, call) -> to.book(call.payment, call.reply))
                .onFailure(FailurePolicy.skip())
                .start(system);
        line.publishFrom(requests, Call::read);
        Limiter limiter = system.spawn(Limiter.class, Limiter::new);
        for (String text : List.of("ann 300", "bob 0", "cid 20")) {
            Channel<String> reply = Channels.rendezvous();
            limiter.permit().await(LIMIT);
            requests.put(new Request(text, reply));
            System.out.println(reply.take(LIMIT));
        }
        // end::joined[]
    }

    /** Prints what the guide shows. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("payments")) {
            byActors(system);
            byChannels(system);
            byLine(system);
            joined(system);
        }
    }
}
