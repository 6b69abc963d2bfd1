// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.cluster.view.ShardView;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe cluster find}. */
@Command(
        name = "find",
        description =
                "Tells where an actor is: its shard, and the member that owns it. The actor need not have a state.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = "  troupe cluster find account 4711 --db state.db")
public final class FindCommand implements Callable<Integer> {
    @Mixin
    private final Source source = new Source();

    @Mixin
    private final ActorName name = new ActorName();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public FindCommand() {}

    /**
     * What is printed.
     *
     * @param owner id; null: nobody
     * @param member null: the registry does not know the owner, or there is none
     */
    record Result(
            String type, String key, int shard, long epoch, @Nullable String owner, Words.@Nullable Member member) {}

    @Override
    public Integer call() throws InterruptedException {
        return source.look(spec, this::show);
    }

    private int show(ClusterView view, PrintWriter out) {
        ShardView shard = view.shardOf(name.type(), name.key());
        MemberView owner = view.members().stream()
                .filter(each -> each.id().equals(shard.owner()))
                .findFirst()
                .orElse(null);
        Result result = new Result(
                name.type(),
                name.key(),
                shard.number(),
                shard.epoch(),
                shard.owner(),
                owner == null ? null : Words.Member.of(owner));
        source.print(out, result, () -> print(shard, owner, out));
        return 0;
    }

    private static void print(ShardView shard, @Nullable MemberView owner, PrintWriter out) {
        out.println("shard    " + shard.number() + ", epoch " + shard.epoch());
        if (owner != null) {
            out.println("owner    " + owner.name() + ", " + Words.status(owner)
                    + (owner.isLiving() ? ", lease " + Words.lease(owner) : ", to be taken over"));
            out.println("id       " + owner.id());
            out.println("address  " + owner.address());
        } else if (shard.owner() != null) {
            out.println("owner    no member: a process that has the store alone");
            out.println("id       " + shard.owner());
        } else {
            out.println("owner    nobody");
        }
    }
}
