// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.bank.ledger;

import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.cluster.Database;
import io.troupe.examples.members.Course;
import io.troupe.examples.members.MemberProgram;
import io.troupe.examples.members.StoreOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe bank}. */
@Command(
        name = BankCommand.NAME,
        description = {
            "Moves money between durable accounts, in a process that is killed meanwhile, and counts it"
                    + " afterwards: nothing is lost, and no transfer is done twice.",
            "Ctrl-C ends the transfers early; the money is counted all the same. With --db and --cluster, 'troupe cluster'"
                    + " shows the members meanwhile."
        },
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
    /** The name of the command, for processes that it starts. */
    static final String NAME = "bank";

    @Option(names = "--accounts", paramLabel = "N", description = "Number of accounts (default: ${DEFAULT-VALUE}).")
    private int accounts = 100;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            description = "How long transfers are made (default: ${DEFAULT-VALUE}).")
    private int seconds = 5;

    @Mixin
    private final StoreOption store = new StoreOption();

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
    public Integer call() throws InterruptedException {
        if (worker) {
            return Course.reported(spec, () -> {
                MemberProgram.run(new LedgerWorker());
                return 0;
            });
        }
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
        Course course = new Course(
                seconds,
                kill,
                new Progress(spec.commandLine().getErr(), Terminal.current().err(), Course.STEPS));
        return Course.interruptible(spec, course, () -> store.with(rules, database -> transfer(database, course)));
    }

    private int transfer(Database database, Course course) throws IOException, InterruptedException {
        boolean right;
        try {
            if (cluster != null) {
                ClusterRun.Result result = new ClusterRun(database, accounts, cluster, course).run();
                course.clear();
                print(result);
                right = result.isRight();
            } else {
                database.prepare();
                LedgerRun.Result result = new LedgerRun(database, accounts, course).run();
                course.clear();
                print(result);
                right = result.isRight();
            }
        } finally {
            course.clear();
        }
        if (course.isEnded()) {
            Interrupt.sayPartial(spec);
        }
        return right ? 0 : spec.exitCodeOnExecutionException();
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
