// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.EffectView;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe cluster outbox}. */
@Command(
        name = "outbox",
        description = {
            "Lists the calls that updates have caused and that have not been answered, the oldest first.",
            "After 20 failures a call is given up and kept; --requeue gives such calls another 20 attempts. What was done is not"
                    + " done again."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster outbox --db state.db",
            "  troupe cluster outbox --db state.db --dead --json",
            "  troupe cluster outbox --db state.db --requeue"
        })
public final class OutboxCommand implements Callable<Integer> {
    /** The time of calls that have not failed. */
    private static final String AT_ONCE = Instant.EPOCH.toString();

    @Mixin
    private final Source source = new Source();

    @Option(names = "--dead", description = "Only those that were given up.")
    private boolean dead;

    @Option(names = "--requeue", description = "Give those that were given up another 20 attempts, and show no list.")
    private boolean requeue;

    @Option(
            names = "--limit",
            paramLabel = "N",
            description = "Most that are shown or requeued (default: ${DEFAULT-VALUE}).")
    private int limit = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public OutboxCommand() {}

    /** What is printed. */
    record Result(List<Line> calls) {}

    /** What is printed of calls that get another chance. */
    record Requeued(int requeued) {}

    /**
     * A call, as it is printed.
     *
     * @param next when it is tried again; the beginning of 1970: at once
     * @param dead whether it was given up
     * @param arguments null: not readable
     */
    record Line(
            long id,
            String fromType,
            String fromKey,
            String toType,
            String toKey,
            String method,
            @Nullable Object arguments,
            int tries,
            String next,
            boolean dead) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "limit", limit);
        rules.atMost(1_000_000, "limit", limit);
        return source.look(spec, requeue ? this::requeue : this::show);
    }

    private int requeue(ClusterView view, PrintWriter out) {
        Requeued result = new Requeued(view.requeueEffects(limit));
        source.print(out, result, () -> out.println("requeued " + result.requeued()));
        return 0;
    }

    private int show(ClusterView view, PrintWriter out) {
        List<Line> lines =
                view.effects(dead, limit).stream().map(OutboxCommand::line).toList();
        source.print(out, new Result(lines), () -> print(lines, out));
        return 0;
    }

    private static Line line(EffectView view) {
        return new Line(
                view.id(),
                view.fromType(),
                view.fromKey(),
                view.toType(),
                view.toKey(),
                view.method(),
                Words.plain(view.arguments()),
                view.tries(),
                view.next().toString(),
                view.dead());
    }

    private static void print(List<Line> lines, PrintWriter out) {
        TextTable table = new TextTable("id", "from", "to", "tries", "next", "call");
        for (Line line : lines) {
            String next = line.next().equals(AT_ONCE) ? "now" : line.next();
            table.add(
                    line.id(),
                    line.fromType() + " " + line.fromKey(),
                    line.toType() + " " + line.toKey(),
                    line.tries(),
                    line.dead() ? "given up" : next,
                    line.method() + " " + Json.value(line.arguments()));
        }
        if (!lines.isEmpty()) {
            table.print(out);
        }
        out.println("calls " + lines.size());
    }
}
