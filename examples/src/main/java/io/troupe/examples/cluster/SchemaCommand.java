// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe cluster schema}. */
@Command(
        name = "schema",
        description = {
            "Prints the statements that make the tables of a cluster, or makes them, unless they are there.",
            "Members need no right to make tables then. A file of SQLite needs neither: a member makes it."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster schema --print | psql bank",
            "  troupe cluster schema --apply --db jdbc:postgresql://db/bank?user=owner"
        })
public final class SchemaCommand implements Callable<Integer> {
    @Option(names = "--print", description = "Print the statements: those of PostgreSQL, or of what --db names.")
    private boolean print;

    @Option(names = "--apply", description = "Make the tables in the database that --db names.")
    private boolean apply;

    @Option(
            names = "--db",
            paramLabel = "FILE|URL",
            description = "A file of SQLite, or a URL that begins with jdbc:postgresql:.")
    private @Nullable String db;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public SchemaCommand() {}

    /**
     * What is printed.
     *
     * @param applied whether the tables are there now
     * @param statements that make them, in order
     */
    record Result(boolean applied, List<String> statements) {}

    @Override
    public Integer call() {
        Rules rules = new Rules(spec);
        if (print == apply) {
            throw rules.broken("one of print and apply must be given: print=" + print + ", apply=" + apply);
        }
        if (apply && db == null) {
            throw rules.broken("apply needs a database: db=; give --db");
        }
        Database database = new Database(db == null ? "jdbc:postgresql:" : db);
        String problem = database.problem();
        if (problem != null) {
            throw rules.broken(problem);
        }
        try {
            if (apply) {
                database.applySchema();
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw rules.broken(e);
        } catch (StoreUnavailableException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return spec.exitCodeOnExecutionException();
        }
        print(database.schema());
        return 0;
    }

    private void print(List<String> statements) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(new Result(apply, statements)));
        } else if (apply) {
            out.println("the tables of a cluster are there");
        } else {
            statements.forEach(statement -> out.println(statement + ";"));
        }
        out.flush();
    }
}
