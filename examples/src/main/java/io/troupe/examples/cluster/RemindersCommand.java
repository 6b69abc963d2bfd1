// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.ReminderView;
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

/** {@code troupe cluster reminders}. */
@Command(
        name = "reminders",
        description = "Lists the reminders that have not come, the earliest first.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster reminders --db state.db --due",
            "  troupe cluster reminders --db state.db --type account --key 4711 --json"
        })
public final class RemindersCommand implements Callable<Integer> {
    @Mixin
    private final Source source = new Source();

    @Option(names = "--type", paramLabel = "TYPE", description = "Only those of actors of this class.")
    private @Nullable String type;

    @Option(names = "--key", paramLabel = "KEY", description = "Only those of actors of this key.")
    private @Nullable String key;

    @Option(names = "--due", description = "Only those that are due: more than a few are a sign of trouble.")
    private boolean due;

    @Option(names = "--limit", paramLabel = "N", description = "Most that are shown (default: ${DEFAULT-VALUE}).")
    private int limit = 1_000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public RemindersCommand() {}

    /** What is printed. */
    record Result(List<Line> reminders) {}

    /**
     * A reminder, as it is printed.
     *
     * @param everyMillis 0: there is only one
     * @param next when it is tried
     * @param arguments null: not readable
     */
    record Line(
            String type,
            String key,
            String name,
            String due,
            long everyMillis,
            String next,
            int tries,
            String method,
            @Nullable Object arguments) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "limit", limit);
        rules.atMost(1_000_000, "limit", limit);
        return source.look(spec, this::show);
    }

    private int show(ClusterView view, PrintWriter out) {
        List<Line> lines = view.reminders(type, key, due ? Instant.now() : null, limit).stream()
                .map(RemindersCommand::line)
                .toList();
        source.print(out, new Result(lines), () -> print(lines, out));
        return 0;
    }

    private static Line line(ReminderView view) {
        return new Line(
                view.type(),
                view.key(),
                view.name(),
                view.due().toString(),
                view.every().toMillis(),
                view.at().toString(),
                view.tries(),
                view.method(),
                Words.plain(view.arguments()));
    }

    private static void print(List<Line> lines, PrintWriter out) {
        TextTable table = new TextTable("due", "every", "type", "key", "name", "tries", "call");
        for (Line line : lines) {
            table.add(
                    line.due(),
                    line.everyMillis() == 0 ? "-" : line.everyMillis() / 1e3 + " s",
                    line.type(),
                    line.key(),
                    line.name(),
                    line.tries(),
                    line.method() + " " + Json.value(line.arguments()));
        }
        if (!lines.isEmpty()) {
            table.print(out);
        }
        out.println("reminders " + lines.size());
    }
}
