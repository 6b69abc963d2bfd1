// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import io.troupe.examples.members.Course;
import io.troupe.examples.members.MemberProgram;
import io.troupe.examples.members.StoreOption;
import io.troupe.examples.philosophers.feast.Seat.Span;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of dinner in several processes, and what they start. */
public final class FeastOptions {
    private static final int MOST_SEATS = 1_000;

    @Option(
            names = "--cluster",
            paramLabel = "N",
            arity = "0..1",
            fallbackValue = "3",
            description =
                    "Dine in N processes on this machine (${FALLBACK-VALUE} if no number is given), with philosophers and forks"
                            + " as durable actors that no kill ends.")
    private @Nullable Integer cluster;

    @Option(
            names = "--kill",
            paramLabel = "N",
            description = "With --cluster: how often any of the processes is killed, and another one is started.")
    private int kill;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Option(names = "--worker", hidden = true)
    private boolean worker;

    /** For picocli. */
    public FeastOptions() {}

    /** Whether dinner is in several processes, or this is one of them. */
    public boolean isWanted() {
        return cluster != null || worker;
    }

    /** What makes no sense without several processes must not be given. */
    public void checkUnwanted(Rules rules) {
        if (kill != 0 || store.isGiven()) {
            throw rules.broken("kill and db are for dinner in several processes: give --cluster, too");
        }
    }

    /**
     * Dines, and prints what came of it.
     *
     * @param spec of the command
     * @param count philosophers, 2 or more
     * @param seconds how long
     * @param think time to think
     * @param eat time to eat
     * @param json whether results are for programs
     * @return the exit code
     */
    public int dine(CommandSpec spec, int count, int seconds, Span think, Span eat, boolean json)
            throws InterruptedException {
        if (worker) {
            return Course.reported(spec, () -> {
                MemberProgram.run(new FeastWorker());
                return 0;
            });
        }
        Rules rules = new Rules(spec);
        int members = cluster == null ? 0 : cluster;
        rules.atLeast(2, "cluster", members);
        rules.atMost(16, "cluster", members);
        rules.atMost(MOST_SEATS, "count", count);
        rules.atLeast(0, "kill", kill);
        rules.atMost(1_000, "kill", kill);
        Course course = new Course(
                seconds,
                kill,
                new Progress(spec.commandLine().getErr(), Terminal.current().err(), Course.STEPS));
        return Course.interruptible(
                spec,
                course,
                () -> store.with(rules, database -> {
                    Feast feast = new Feast(spec.name(), database, members, count, think, eat, course);
                    Feast.Result result = feast.run();
                    print(spec.commandLine().getOut(), result, json);
                    return result.isRight() ? 0 : spec.exitCodeOnExecutionException();
                }));
    }

    private static void print(PrintWriter out, Feast.Result result, boolean json) {
        if (json) {
            out.println(Json.line(result));
        } else {
            out.printf(
                    Locale.ROOT,
                    "meals: %,d in %.1f s, %,.1f per second%n",
                    result.meals(),
                    result.seconds(),
                    result.meals() / Math.max(result.seconds(), 0.001));
            out.printf("least: %d, most: %d%n", result.minMeals(), result.maxMeals());
            out.printf("left hungry: %d%n", result.hungry());
            out.printf(
                    "forks: held twice %d, not given back %d, lent more or less often than eaten with %d%n",
                    result.heldTwice(), result.notReturned(), result.miscounted());
            out.printf(
                    Locale.ROOT,
                    "members: %d, kills: %d, shards moved: %,d%n",
                    result.members(),
                    result.kills(),
                    result.moved());
        }
        out.flush();
    }
}
