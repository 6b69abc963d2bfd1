// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe cluster fence}. */
@Command(
        name = "fence",
        description = {
            "Ends a member for good: others take its shards over at once, and it writes nothing from then on.",
            "Calls that it was carrying out fail. For a member whose process is known to be dead, or must not go on; 'drain' is"
                    + " for all others."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = "  troupe cluster fence member-2 --db state.db --yes")
public final class FenceCommand implements Callable<Integer> {
    @Mixin
    private final Source source = new Source();

    @Parameters(paramLabel = "MEMBER", description = "Name or id of the member.")
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private String member;

    @Option(names = "--yes", description = "It is meant: nothing takes it back.")
    private boolean yes;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public FenceCommand() {}

    /**
     * What is printed.
     *
     * @param shards that it owned, which others take over
     */
    record Result(String id, String name, boolean fenced, int shards) {}

    @Override
    public Integer call() throws InterruptedException {
        return source.look(spec, this::fence);
    }

    private int fence(ClusterView view, PrintWriter out) {
        MemberView found = view.member(member);
        if (!found.isLiving()) {
            throw new IllegalArgumentException("a member must not be gone: member=" + member);
        }
        if (!yes) {
            throw new IllegalArgumentException("a member must be fenced on purpose: member=" + found.name() + ", id="
                    + found.id() + ", status=" + Words.status(found) + ", lease=" + Words.lease(found)
                    + ", shards=" + found.shards() + "; give --yes");
        }
        Result result = new Result(found.id(), found.name(), view.fence(found.id()), found.shards());
        source.print(
                out,
                result,
                () -> out.println(found.name() + (result.fenced() ? " is fenced" : " was gone already") + ": shards "
                        + result.shards()));
        return 0;
    }
}
