// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.examples.cli.Rules;
import io.troupe.examples.cluster.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of commands that make durable actors: where these are. */
public final class StoreOption {
    private static final String FILE = "state.db";

    @Option(
            names = "--db",
            paramLabel = "FILE|URL",
            description = "Where the actors are: a file of SQLite, or a URL that begins with jdbc:postgresql:"
                    + " (default: a temporary file).")
    private @Nullable String db;

    /** For picocli. */
    public StoreOption() {}

    /** What a command does with its database. */
    @FunctionalInterface
    public interface Action {
        /** Does it, and returns the exit code. */
        int at(Database database) throws IOException, InterruptedException;
    }

    /** Whether it was given. */
    public boolean isGiven() {
        return db != null;
    }

    /**
     * Does something with the database; one that is temporary is gone afterwards.
     *
     * @param rules of the command
     * @param action that is done
     * @return its exit code
     * @throws IOException if the action does, or there can be no temporary file
     */
    public int with(Rules rules, Action action) throws IOException, InterruptedException {
        if (db != null) {
            Database database = new Database(db);
            String problem = database.problem();
            if (problem != null) {
                throw rules.broken(problem);
            }
            return action.at(database);
        }
        Path folder = Files.createTempDirectory("troupe-state");
        try {
            return action.at(new Database(folder.resolve(FILE).toString()));
        } finally {
            for (String file : new String[] {FILE, FILE + "-wal", FILE + "-shm"}) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.deleteIfExists(folder);
        }
    }
}
