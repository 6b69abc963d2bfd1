// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.pacing.simulation;

import static io.troupe.remoting.pacing.simulation.Table.tenths;
import static io.troupe.remoting.pacing.simulation.Table.thousandths;
import static io.troupe.remoting.pacing.simulation.Table.whole;
import static io.troupe.remoting.pacing.simulation.World.MILLI;

import java.util.function.BiFunction;
import java.util.function.Function;

/** All scenarios as tables in Markdown. */
final class PacingReport {
    private static final long[] DISTANCES = {MILLI / 10, MILLI, 10 * MILLI, 30 * MILLI, 100 * MILLI};

    private PacingReport() {}

    static String text() {
        StringBuilder text = new StringBuilder();
        text.append(oneToOne(
                "Saturating sender: goodput % / most queued / mean queued / control messages per second",
                OneToOne::saturating,
                r -> tenths(r.goodput()) + " / " + r.most() + " / " + whole(r.mean()) + " / " + whole(r.controls())));
        text.append(oneToOne(
                "200 k/s, 50 k/s for 3 s, 200 k/s: goodput % / ms until 90 % after the return / most queued",
                OneToOne::slowDown, r -> tenths(r.goodput()) + " / " + time(r.recovered()) + " / " + r.most()));
        text.append(oneToOne(
                "Receiver stands still for 200 ms, 150 k/s: ms until recovered / most queued / most waiting at the sender",
                OneToOne::receiverPause,
                r -> time(r.recovered()) + " / " + r.most() + " / " + whole(r.backlog())));
        text.append(oneToOne(
                "Sender stands still for 200 ms, 150 k/s: ms until recovered / most queued",
                OneToOne::senderPause,
                r -> time(r.recovered()) + " / " + r.most()));
        text.append(oneToOne(
                "Bursts, 100 ms of 500 k/s every 400 ms: goodput % / most queued / mean queued",
                OneToOne::bursts, r -> tenths(r.goodput()) + " / " + r.most() + " / " + whole(r.mean())));
        return text.append(mixedSizes())
                .append(manyToOne())
                .append(neighbours())
                .append(oneToMany())
                .toString();
    }

    private static Table oneToOne(
            String title, BiFunction<Way, Long, OneToOne.Result> scenario, Function<OneToOne.Result, String> print) {
        Way[] ways = Way.values();
        String[] columns = new String[ways.length + 1];
        columns[0] = "RTT";
        for (int i = 0; i < ways.length; i++) {
            columns[i + 1] = ways[i].text;
        }
        Table table = new Table(title, columns);
        for (long rtt : DISTANCES) {
            Object[] cells = new Object[columns.length];
            cells[0] = (rtt < MILLI ? "0.1" : String.valueOf(rtt / MILLI)) + " ms";
            for (int i = 0; i < ways.length; i++) {
                cells[i + 1] = print.apply(scenario.apply(ways[i], rtt));
            }
            table.row(cells);
        }
        return table;
    }

    private static String time(int millis) {
        return millis < 0 ? "never" : String.valueOf(millis);
    }

    private static Table mixedSizes() {
        Table table = new Table(
                "100 B to 1 MiB in one stream, a queue of 1 MiB, 200 MB/s: goodput % / most queued MiB",
                "RTT",
                "work by size",
                "stands still for 200 ms",
                "100 B and 1 MiB by turns",
                "three subscribers, the slowest",
                "1 ms each, whatever the size");
        for (long rtt : new long[] {MILLI / 10, MILLI, 10 * MILLI}) {
            table.row(
                    (rtt < MILLI ? "0.1" : String.valueOf(rtt / MILLI)) + " ms",
                    mixed(MixedSizes.oneToOne(MixedSizes.BY_SIZE, rtt)),
                    mixed(MixedSizes.oneToOne(MixedSizes.WITH_PAUSE, rtt)),
                    mixed(MixedSizes.phases(MixedSizes.BY_SIZE, rtt)),
                    mixed(MixedSizes.oneToMany(rtt)),
                    mixed(MixedSizes.oneToOne(MixedSizes.ALIKE, rtt)));
        }
        return table;
    }

    private static String mixed(MixedSizes.Result r) {
        return tenths(r.goodput()) + " / " + tenths((double) r.most() / MixedSizes.MIB);
    }

    private static Table manyToOne() {
        Table table = new Table(
                "Four senders (RTT 1, 1, 10, 10 ms), one queue",
                "senders",
                "way",
                "goodput %",
                "most queued",
                "mean queued",
                "Jain's index",
                "last sender/s");
        for (Way way : new Way[] {Way.TCP, Way.PACING}) {
            row(table, "all saturating", way, ManyToOne.saturating(way));
            row(table, "the last at 10 k/s", way, ManyToOne.withLightSender(way));
        }
        return table;
    }

    private static void row(Table table, String senders, Way way, ManyToOne.Result r) {
        table.row(
                senders,
                way.text,
                tenths(r.goodput()),
                whole(r.most()),
                whole(r.mean()),
                thousandths(r.fairness()),
                whole(r.last()));
    }

    private static Table neighbours() {
        Table table = new Table(
                "Two targets on one link, RTT 1 ms: one can do 5 k/s, the other is sent 150 k/s",
                "way",
                "slow one/s",
                "fast one/s",
                "most queued at the slow one");
        for (Way way : Way.values()) {
            ManyToOne.Neighbours r = ManyToOne.neighbours(way);
            table.row(way.text, whole(r.slow()), whole(r.fast()), r.most());
        }
        return table;
    }

    private static Table oneToMany() {
        Table table = new Table(
                "100 k/s to eight receivers, RTT 1 ms; the eighth gets into trouble (first 5 s of it)",
                "the eighth",
                "policy",
                "the seven get %",
                "longest stall ms",
                "eighth/s",
                "lost for it",
                "most waiting for it");
        for (OneToMany.Trouble trouble : OneToMany.Trouble.values()) {
            row(table, trouble, "credit 1024, least", OneToMany.run(Publisher.Policy.LEAST_CREDIT, 1024, trouble));
            row(table, trouble, "credit 8192, least", OneToMany.run(Publisher.Policy.LEAST_CREDIT, 8192, trouble));
            row(table, trouble, "pacing, DROP", OneToMany.run(Publisher.Policy.DROP, 0, trouble));
            row(table, trouble, "pacing, SLOW_ALL", OneToMany.run(Publisher.Policy.SLOW_ALL, 0, trouble));
            if (trouble == OneToMany.Trouble.SLOW) {
                OneToMany.Result later = OneToMany.runLong(Publisher.Policy.SLOW_ALL, trouble);
                row(table, trouble, "the same, 11 to 13 s after", later);
            }
        }
        return table;
    }

    private static void row(Table table, OneToMany.Trouble trouble, String policy, OneToMany.Result r) {
        table.row(trouble.text, policy, tenths(r.healthy()), r.stall(), whole(r.last()), r.lost(), whole(r.outbox()));
    }
}
