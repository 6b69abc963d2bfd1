// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.StateView;
import io.troupe.examples.cli.Json;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe cluster state}. */
@Command(
        name = "state",
        description = {
            "Shows the state of an actor as it is stored, without its class: records are objects with the names of their"
                    + " components.",
            "Asks no member: an update that waits for its commit is not there yet."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster state account 4711 --db state.db",
            "  troupe cluster state account 4711 --db state.db --json | jq .state"
        })
public final class StateCommand implements Callable<Integer> {
    @Mixin
    private final Source source = new Source();

    @Mixin
    private final ActorName name = new ActorName();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public StateCommand() {}

    /**
     * What is printed.
     *
     * @param changed when it was stored, by the clock of the database
     * @param state null: it is not readable
     * @param problem why it is not; null: it is
     */
    record Result(
            String type,
            String key,
            int shard,
            long version,
            long epoch,
            int format,
            String changed,
            int bytes,
            @Nullable Object state,
            @Nullable String problem) {}

    @Override
    public Integer call() throws InterruptedException {
        return source.look(spec, this::show);
    }

    private int show(ClusterView view, PrintWriter out) {
        StateView found = view.state(name.type(), name.key());
        if (found == null) {
            throw new IllegalArgumentException(
                    "an actor must have a state to show: type=" + name.type() + ", key=" + name.key());
        }
        Result result = new Result(
                name.type(),
                name.key(),
                found.shard(),
                found.version(),
                found.epoch(),
                found.format(),
                found.changed().toString(),
                found.bytes(),
                Words.plain(found.components()),
                found.problem());
        source.print(out, result, () -> print(result, out));
        return found.problem() == null ? 0 : spec.exitCodeOnExecutionException();
    }

    private static void print(Result result, PrintWriter out) {
        out.println("version  " + result.version() + ", format " + result.format() + ", " + result.bytes() + " bytes");
        out.println("shard    " + result.shard() + ", epoch " + result.epoch());
        out.println("changed  " + result.changed());
        out.println(
                result.problem() == null
                        ? Json.indented(result.state())
                        : "state    not readable: " + result.problem());
    }
}
