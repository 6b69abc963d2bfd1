// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe cluster members}. */
@Command(
        name = "members",
        description = {
            "Lists the members: those that live, and those that are gone and still own shards.",
            "A lease that is over means that the member does not answer: others take over, if there are any."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  troupe cluster members --db state.db", "  troupe cluster members --db state.db --all --json"})
public final class MembersCommand implements Callable<Integer> {
    @Mixin
    private final Source source = new Source();

    @Option(names = "--all", description = "Also those that are gone and own nothing; they are known for a day.")
    private boolean all;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public MembersCommand() {}

    /**
     * What is printed.
     *
     * @param gone how many are gone and were left out
     */
    record Result(List<Words.Member> members, long gone) {}

    @Override
    public Integer call() throws InterruptedException {
        return source.look(spec, this::show);
    }

    private int show(ClusterView view, PrintWriter out) {
        List<MemberView> known = view.members();
        List<MemberView> shown = known.stream()
                .filter(each -> all || each.isLiving() || each.shards() > 0)
                .toList();
        Result result = new Result(shown.stream().map(Words.Member::of).toList(), (long) known.size() - shown.size());
        source.print(out, result, () -> print(shown, result.gone(), out));
        return 0;
    }

    private static void print(List<MemberView> shown, long gone, PrintWriter out) {
        TextTable table = new TextTable("name", "id", "address", "status", "lease", "shards", "version", "roles");
        for (MemberView each : shown) {
            table.add(
                    each.name(),
                    each.id(),
                    each.address(),
                    each.proven() ? "fenced" : Words.status(each),
                    Words.lease(each),
                    each.shards(),
                    each.version().isEmpty() ? "-" : each.version(),
                    String.join(",", each.roles()));
        }
        if (!shown.isEmpty()) {
            table.print(out);
        }
        long living = shown.stream().filter(MemberView::isLiving).count();
        out.println("members " + living + (gone == 0 ? "" : ", gone " + gone + ": --all shows them"));
    }
}
