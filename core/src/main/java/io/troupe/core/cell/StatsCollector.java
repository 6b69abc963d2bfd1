// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import io.troupe.core.stats.ActorStats;
import io.troupe.core.stats.TypeStats;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One count of the living actors of a system: walks the tree once, parents before children, and reads the counters of
 * each. One thread uses it; the actors go on meanwhile. Of very full mailboxes it counts no more messages than it has
 * budget for.
 */
final class StatsCollector {
    private static final int MOST_PER_MAILBOX = 100_000;
    private static final int LEAST_PER_MAILBOX = 100;

    private final int limit;
    private final List<ActorStats> tree = new ArrayList<>();
    private final Map<String, TypeStats> types = new TreeMap<>();
    private int actors;

    /** Messages in unbounded mailboxes are counted one by one: a million of them per snapshot, a few per actor beyond. */
    private long budget = 1_000_000;

    /**
     * An empty collector.
     *
     * @param limit most actors in {@link #tree}
     */
    StatsCollector(int limit) {
        this.limit = limit;
    }

    /** Adds what actors that have ended have counted. */
    void addEnded(Map<String, EndedActors.Totals> ended) {
        ended.forEach((type, totals) -> types.merge(
                type,
                new TypeStats(type, 0, totals.messages.sum(), totals.failures.sum(), totals.restarts.sum(), 0, 0, 0),
                StatsCollector::sum));
    }

    /** Counts these actors and all below them. */
    void count(List<ActorCell> top) {
        Deque<ActorCell> open = new ArrayDeque<>();
        push(open, top);
        for (@Nullable ActorCell cell = open.poll(); cell != null; cell = open.poll()) {
            ActorExtras extras = cell.extrasIfAny();
            count(cell, extras);
            if (extras != null) {
                push(open, extras.allChildren());
            }
        }
    }

    private static void push(Deque<ActorCell> open, List<ActorCell> children) {
        for (int i = children.size() - 1; i >= 0; i--) {
            open.push(children.get(i));
        }
    }

    private void count(ActorCell cell, @Nullable ActorExtras extras) {
        int depth = cell.depth((int) Math.min(MOST_PER_MAILBOX, Math.max(LEAST_PER_MAILBOX, budget)));
        budget -= depth;
        actors++;
        long failures = extras == null ? 0 : extras.failures();
        long restarts = extras == null ? 0 : extras.restartCount();
        Obligations obligations = cell.obligationsIfAny();
        int unsettled = obligations == null ? 0 : obligations.owed();
        String type = cell.type().getName();
        long messages = cell.deliveredToThis();
        types.merge(
                type,
                new TypeStats(type, 1, messages, failures, restarts, unsettled, depth, depth),
                StatsCollector::sum);
        if (tree.size() < limit) {
            ActorCell parent = cell.parent();
            tree.add(new ActorStats(
                    cell.address(),
                    parent == null ? null : parent.address(),
                    type,
                    depth,
                    extras == null ? 0 : extras.stashed().size(),
                    unsettled,
                    cell.heldSends(),
                    messages,
                    failures,
                    restarts));
        }
    }

    private static TypeStats sum(TypeStats one, TypeStats other) {
        return new TypeStats(
                one.type(),
                one.actors() + other.actors(),
                one.messages() + other.messages(),
                one.failures() + other.failures(),
                one.restarts() + other.restarts(),
                one.unsettledAsks() + other.unsettledAsks(),
                Math.max(one.maxDepth(), other.maxDepth()),
                one.totalDepth() + other.totalDepth());
    }

    int actors() {
        return actors;
    }

    int omitted() {
        return actors - tree.size();
    }

    List<ActorStats> tree() {
        return Collections.unmodifiableList(tree);
    }

    List<TypeStats> types() {
        return List.copyOf(types.values());
    }
}
