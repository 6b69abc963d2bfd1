// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.line.FailurePolicy;
import io.troupe.core.line.Line;
import io.troupe.core.line.LineEndedException;
import io.troupe.core.line.LineStats;
import io.troupe.core.line.Lines;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Assembly lines: stages around a ring of slots. */
public final class AssemblyLines {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private AssemblyLines() {}

    // tag::trade[]
    /** Lies in a slot of the line: one object per slot, filled again and again. */
    static final class Trade {
        String account = "";
        long cents;
        long fee;

        void read(String line) {
            int space = line.indexOf(' ');
            account = line.substring(0, space);
            cents = Long.parseLong(line.substring(space + 1));
        }
    }
    // end::trade[]

    /** The journal of one run. */
    private static final class Journal {
        private final List<String> accounts = new ArrayList<>();

        void append(List<Trade> batch) {
            batch.forEach(trade -> accounts.add(trade.account));
        }
    }

    /** Keeps balances. */
    public static class Ledger extends Actor<Ledger> {
        private long total;
        private long fees;

        public void booked(long cents, long fee) {
            total += cents;
            fees += fee;
        }

        public Promise<String> sums() {
            return Promise.of("booked " + total + ", fees " + fees);
        }
    }

    private static void firstLine(ActorSystem system) {
        Journal journal = new Journal();
        // tag::first[]
        try (Line<Trade> line = Lines.of(Trade::new, 1024)
                .stage("fee", trade -> trade.fee = trade.cents / 100) // fused with its neighbours
                .parallel(Lines.batch("journal", 256, journal::append), Lines.stage("limit", trade -> {
                    if (trade.cents > 1_000_000) {
                        throw new IllegalArgumentException("above the limit: account=" + trade.account);
                    }
                }))
                .stage("print", trade -> System.out.println(trade.account + " pays " + trade.fee))
                .onFailure(FailurePolicy.skip())
                .start(system)) {
            line.publish(trade -> trade.read("ann 5000"));
            line.publish(trade -> trade.read("bob 2000000"));
            line.publish(trade -> trade.read("cid 700"));
            line.end().await(LIMIT);
            LineStats stats = line.stats();
            System.out.println(stats.completed() + " completed, " + stats.skipped() + " skipped");
        }
        // end::first[]
        System.out.println("journal " + journal.accounts);
    }

    private static void between(ActorSystem system) {
        // tag::between[]
        Ledger ledger = system.spawn(
                Ledger.class,
                Ledger::new,
                ActorOptions.named("ledger").mailbox(MailboxSpec.bounded(128, Overflow.PACE)));
        Channel<String> lines = Channels.buffered(128);
        Line<Trade> line = Lines.of(Trade::new, 256)
                .stage("fee", trade -> trade.fee = trade.cents / 100)
                .into(ledger, (to, trade) -> to.booked(trade.cents, trade.fee)) // fields, never the slot itself
                .start(system);
        Promise<Void> fed = line.publishFrom(lines, Trade::read);
        // end::between[]
        for (int i = 1; i <= 1000; i++) {
            lines.put("ann " + 100 * i);
        }
        lines.close();
        fed.await(LIMIT);
        line.end().await(LIMIT);
        System.out.println(ledger.sums().await(LIMIT));
    }

    private static void stopped(ActorSystem system) {
        // tag::stopped[]
        Line<String> words = Lines.<String>values(16)
                .named("words")
                .stage("parse", word -> Integer.parseInt(word))
                .start(system);
        words.put("forty-two");
        words.ended().recover(cause -> null).await(LIMIT);
        try {
            words.put("43");
        } catch (LineEndedException e) {
            System.out.println(e.getMessage());
        }
        // end::stopped[]
    }

    /** Runs the examples of the chapter. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("mill")) {
            firstLine(system);
            between(system);
            stopped(system);
        }
    }
}
