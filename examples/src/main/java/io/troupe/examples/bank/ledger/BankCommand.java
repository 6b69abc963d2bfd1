// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.cluster.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe bank}. */
@Command(
        name = "bank",
        description = "Moves money between durable accounts, in a process that is killed meanwhile, and counts it"
                + " afterwards: nothing is lost, and no transfer is done twice.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe bank",
            "  troupe bank --kill 3 --seconds 10 --json",
            "  troupe bank --cluster 3 --kill 2 --json",
            "  troupe bank --db jdbc:postgresql://localhost/bank?user=me"
        })
public final class BankCommand implements Callable<Integer> {
    private static final int STEPS = 100;

    @Option(names = "--accounts", paramLabel = "N", description = "Number of accounts (default: ${DEFAULT-VALUE}).")
    private int accounts = 100;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long transfers are made (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Option(
            names = "--db",
            paramLabel = "FILE|URL",
            description = "Where the accounts are: a file of SQLite, or a URL that begins with jdbc:postgresql:"
                    + " (default: a temporary file).")
    private @Nullable String db;

    @Option(
            names = "--kill",
            paramLabel = "N",
            description = "How often the process with the accounts is killed (default: ${DEFAULT-VALUE}).")
    private int kill;

    @Option(
            names = "--cluster",
            paramLabel = "N",
            description =
                    "Share the accounts among N processes on this machine; each kill hits any of them, and another one"
                            + " is started.")
    private @Nullable Integer cluster;

    @Option(names = "--json", description = "Print one JSON object and nothing else.")
    private boolean json;

    @Option(names = "--worker", hidden = true)
    private boolean worker;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public BankCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        try {
            if (worker) {
                new LedgerWorker(System.out).run(System.in);
                return 0;
            }
            return run();
        } catch (StoreUnavailableException | IllegalStateException | IOException e) {
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + e.getMessage());
            return spec.exitCodeOnExecutionException();
        }
    }

    private int run() throws IOException, InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(2, "accounts", accounts);
        rules.atMost(100_000, "accounts", accounts);
        rules.atLeast(1, "seconds", seconds);
        rules.atMost(86_400, "seconds", seconds);
        rules.atLeast(0, "kill", kill);
        rules.atMost(1_000, "kill", kill);
        if (cluster != null) {
            rules.atLeast(2, "cluster", cluster);
            rules.atMost(16, "cluster", cluster);
        }
        if (db != null) {
            return run(rules, new Database(db));
        }
        Path folder = Files.createTempDirectory("troupe-bank");
        try {
            return run(rules, new Database(folder.resolve("bank.db").toString()));
        } finally {
            for (String file : new String[] {"bank.db", "bank.db-wal", "bank.db-shm"}) {
                Files.deleteIfExists(folder.resolve(file));
            }
            Files.deleteIfExists(folder);
        }
    }

    private int run(Rules rules, Database database) throws IOException, InterruptedException {
        String problem = database.problem();
        if (problem != null) {
            throw rules.broken(problem);
        }
        Progress bar =
                new Progress(spec.commandLine().getErr(), Terminal.current().err(), STEPS);
        int[] drawn = {0};
        BiConsumer<Double, Long> progress = (part, done) -> {
            while (drawn[0] < part * STEPS) {
                drawn[0]++;
                bar.next(done + " transfers");
            }
        };
        long nanos = TimeUnit.SECONDS.toNanos(seconds);
        if (cluster != null) {
            ClusterRun.Result result = new ClusterRun(database, accounts, cluster, nanos, kill, progress).run();
            bar.clear();
            print(result);
            return result.isRight() ? 0 : spec.exitCodeOnExecutionException();
        }
        database.prepare();
        LedgerRun.Result result = new LedgerRun(database, accounts, nanos, kill, progress).run();
        bar.clear();
        print(result);
        return result.isRight() ? 0 : spec.exitCodeOnExecutionException();
    }

    private void print(ClusterRun.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
            return;
        }
        print(new LedgerRun.Result(
                result.accounts(),
                result.transfers(),
                result.total(),
                result.expectedTotal(),
                result.duplicates(),
                result.lost(),
                result.repeated(),
                result.kills(),
                result.seconds()));
        out.printf(
                Locale.ROOT,
                "members     %d, %,d shards moved, at most %,d ms until an answer%n",
                result.members(),
                result.moved(),
                result.worstUnavailableMillis());
        out.flush();
    }

    private void print(LedgerRun.Result result) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Json.line(result));
            return;
        }
        out.printf(
                Locale.ROOT,
                "transfers   %,d in %.1f s between %d accounts%n",
                result.transfers(),
                result.seconds(),
                result.accounts());
        out.printf(Locale.ROOT, "kills       %d, %,d transfers sent again%n", result.kills(), result.repeated());
        out.printf(Locale.ROOT, "money       %,d cents, expected %,d%n", result.total(), result.expectedTotal());
        out.printf(Locale.ROOT, "duplicates  %d, lost %d%n", result.duplicates(), result.lost());
        out.flush();
    }
}
