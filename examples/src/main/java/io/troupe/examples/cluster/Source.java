// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.view.ClusterView;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options that say which cluster is meant, and how a command looks at it. */
public final class Source {
    @Option(
            names = "--db",
            required = true,
            paramLabel = "FILE|URL",
            description = "Where the states are: a file of SQLite, or a URL that begins with jdbc:postgresql:.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String db;

    @Option(
            names = "--registry",
            paramLabel = "ADDRESS",
            description = "Where the members are, if not in the database: etcd://host:port,host:port/space.")
    private @Nullable String registry;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    /** For picocli. */
    public Source() {}

    /** What a command does with a cluster. */
    @FunctionalInterface
    interface Look {
        /** Prints what it sees, and returns the exit code. */
        int at(ClusterView view, PrintWriter out) throws InterruptedException;
    }

    /** Looks. What is not there was named wrongly; what does not answer has failed. */
    int look(CommandSpec spec, Look look) throws InterruptedException {
        Rules rules = new Rules(spec);
        PrintWriter out = spec.commandLine().getOut();
        try (ClusterView view = open(rules)) {
            return look.at(view, out);
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw rules.broken(e);
        } catch (StoreUnavailableException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return spec.exitCodeOnExecutionException();
        } finally {
            out.flush();
        }
    }

    private ClusterView open(Rules rules) {
        Database database = new Database(db);
        String problem = database.problem();
        if (problem != null) {
            throw rules.broken(problem);
        }
        ClusterView view = database.view();
        boolean done = false;
        try {
            ClusterView chosen = registry == null ? view : view.registry(registry);
            done = true;
            return chosen;
        } finally {
            if (!done) {
                view.close();
            }
        }
    }

    /** Prints a result: as JSON, or as people want it. */
    void print(PrintWriter out, Record result, Runnable asText) {
        if (json) {
            out.println(Json.line(result));
        } else {
            asText.run();
        }
    }
}
