// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.cluster.view.ShardView;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe cluster shards}. */
@Command(
        name = "shards",
        description = "Shows who owns how many of the shards, and how often they have moved: the epoch of a shard grows"
                + " with every owner.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {"  troupe cluster shards --db state.db", "  troupe cluster shards --db state.db --json"})
public final class ShardsCommand implements Callable<Integer> {
    private static final int CELLS = 40;

    @Mixin
    private final Source source = new Source();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public ShardsCommand() {}

    /**
     * What is printed.
     *
     * @param unowned shards that nobody has, not even somebody who is gone
     */
    record Result(int shards, int unowned, long lowestEpoch, long highestEpoch, List<Owner> owners) {}

    /**
     * An owner, as it is printed.
     *
     * @param name null: it is no member
     * @param status of the member; "alone": a process that has the store without members
     */
    record Owner(String id, @Nullable String name, String status, int shards) {}

    @Override
    public Integer call() throws InterruptedException {
        return source.look(spec, this::show);
    }

    private int show(ClusterView view, PrintWriter out) {
        List<ShardView> shards = view.shards();
        Map<String, MemberView> members = new HashMap<>();
        view.members().forEach(member -> members.put(member.id(), member));
        Map<String, Integer> counts = new LinkedHashMap<>();
        members.values().stream().filter(MemberView::isLiving).forEach(member -> counts.put(member.id(), 0));
        int unowned = 0;
        for (ShardView shard : shards) {
            if (shard.owner() == null) {
                unowned++;
            } else {
                counts.merge(shard.owner(), 1, Integer::sum);
            }
        }
        List<Owner> owners = new ArrayList<>();
        counts.forEach((id, count) -> {
            MemberView member = members.get(id);
            owners.add(
                    member == null
                            ? new Owner(id, null, members.isEmpty() ? "alone" : "unknown", count)
                            : new Owner(id, member.name(), Words.status(member), count));
        });
        owners.sort((one, other) -> name(one).compareTo(name(other)));
        long lowest = shards.stream().mapToLong(ShardView::epoch).min().orElse(0);
        long highest = shards.stream().mapToLong(ShardView::epoch).max().orElse(0);
        Result result = new Result(shards.size(), unowned, lowest, highest, owners);
        source.print(out, result, () -> print(result, out));
        return 0;
    }

    private static void print(Result result, PrintWriter out) {
        TextTable table = new TextTable("owner", "status", "shards", "");
        for (Owner owner : result.owners()) {
            table.add(name(owner), owner.status(), owner.shards(), bar(owner.shards(), result.shards()));
        }
        if (result.unowned() > 0) {
            table.add("nobody", "-", result.unowned(), bar(result.unowned(), result.shards()));
        }
        table.print(out);
        out.println("shards " + result.shards() + ", epochs " + result.lowestEpoch() + " to " + result.highestEpoch());
    }

    private static String bar(int part, int all) {
        int full = (int) Math.round((double) part * CELLS / all);
        return String.format(
                Locale.ROOT, "%s%s %5.1f %%", "#".repeat(full), "-".repeat(CELLS - full), 100.0 * part / all);
    }

    private static String name(Owner owner) {
        return owner.name() == null ? owner.id() : owner.name();
    }
}
