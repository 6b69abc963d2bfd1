// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.cli.Terminal;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe cluster drain}. */
@Command(
        name = "drain",
        description = {
            "Asks a member to leave, and waits until it has given its shards to others. No call fails by that.",
            "The member goes on leaving when this command ends early; nothing takes it back."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster drain member-2 --db state.db",
            "  troupe cluster drain 0f3a9c01d2e4b576 --db state.db --seconds 300 --json"
        })
public final class DrainCommand implements Callable<Integer> {
    private static final long LOOK_EVERY_MILLIS = 250;

    @Mixin
    private final Source source = new Source();

    @Parameters(paramLabel = "MEMBER", description = "Name or id of the member.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String member;

    @Option(names = "--seconds", paramLabel = "N", description = "How long to wait for it (default: ${DEFAULT-VALUE}).")
    private int seconds = 120;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public DrainCommand() {}

    /**
     * What is printed.
     *
     * @param status "gone", or it has not left in time
     * @param given shards that others have now
     * @param shards that it still owns; of one that is gone others take them over
     * @param fenced whether somebody has ended it meanwhile
     */
    record Result(String id, String name, String status, int given, int shards, boolean fenced, double seconds) {}

    @Override
    public Integer call() throws InterruptedException {
        Rules rules = new Rules(spec);
        rules.atLeast(1, "seconds", seconds);
        rules.atMost(86_400, "seconds", seconds);
        return source.look(spec, this::drain);
    }

    private int drain(ClusterView view, PrintWriter out) throws InterruptedException {
        MemberView first = view.member(member);
        check(view, first);
        long begun = System.nanoTime();
        if (!view.leave(first.id())) {
            throw new IllegalArgumentException("a member must not be gone: member=" + member);
        }
        MemberView last = await(view, first, begun + TimeUnit.SECONDS.toNanos(seconds));
        Result result = new Result(
                last.id(),
                last.name(),
                Words.status(last),
                Math.max(0, first.shards() - last.shards()),
                last.shards(),
                last.proven(),
                Math.round((System.nanoTime() - begun) / 1e6) / 1e3);
        if (last.isLiving()) {
            spec.commandLine()
                    .getErr()
                    .println(spec.qualifiedName() + ": a member must leave in time, and goes on leaving: member="
                            + last.name() + ", shards=" + last.shards() + ", lease=" + Words.lease(last)
                            + ", seconds=" + seconds);
            source.print(out, result, () -> {});
            return spec.exitCodeOnExecutionException();
        }
        source.print(
                out,
                result,
                () -> out.println(last.name() + " has left after " + result.seconds() + " s: shards given "
                        + result.given() + ", left for others " + result.shards()
                        + (result.fenced() ? ", as it was fenced meanwhile" : "")));
        return 0;
    }

    private void check(ClusterView view, MemberView leaver) {
        if (!leaver.isLiving()) {
            throw new IllegalArgumentException("a member must not be gone: member=" + member);
        }
        boolean alone = view.members().stream()
                .noneMatch(each -> !each.id().equals(leaver.id())
                        && (each.status() == MemberView.Status.ACTIVE || each.status() == MemberView.Status.JOINING));
        if (alone) {
            throw new IllegalArgumentException(
                    "another member must be there to take the shards: member=" + member + "; stop its process instead");
        }
        if (leaver.leaseLeft().isNegative()) {
            throw new IllegalArgumentException("a member must answer to leave, and its lease is over: member=" + member
                    + "; fence it if its process is dead");
        }
    }

    private MemberView await(ClusterView view, MemberView first, long deadline) throws InterruptedException {
        int steps = Math.max(1, first.shards());
        Progress bar =
                new Progress(spec.commandLine().getErr(), Terminal.current().err(), steps);
        int drawn = 0;
        while (true) {
            MemberView now = view.member(first.id());
            for (; drawn < Math.min(steps, first.shards() - now.shards()); drawn++) {
                bar.next(now.name() + " is " + Words.status(now) + ", " + now.shards() + " shards left");
            }
            if (!now.isLiving() || System.nanoTime() - deadline >= 0) {
                bar.clear();
                return now;
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
    }
}
