// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.stats;

import io.troupe.core.actor.DeadLetter;
import io.troupe.dispatch.WorkerStats;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * A snapshot of a system for people, meters and dashboards; {@code ActorSystem.stats} takes it. The system runs on
 * meanwhile, so the snapshot is racy: its parts are read one after the other. All counters begin with the system.
 * Immutable.
 *
 * @param system name of the system
 * @param actors number of actors that have not ended, children included
 * @param types one entry per type that has or had actors, sorted by name
 * @param tree actors, each before its children, as many as the caller wanted
 * @param omitted number of actors that are not in the tree because the caller wanted fewer
 * @param deadLetters number by reason; reasons that have not occurred are missing
 * @param lateResults number of results that came after their promise had settled
 * @param unhandledFailures number of failed promises that nobody looked at
 * @param blocking one entry per pool for blocking work
 * @param workers one entry per worker of the system's dispatcher; empty if it has no workers
 */
public record SystemStats(
        String system,
        int actors,
        List<TypeStats> types,
        List<ActorStats> tree,
        int omitted,
        Map<DeadLetter.Reason, Long> deadLetters,
        long lateResults,
        long unhandledFailures,
        List<BlockingStats> blocking,
        List<WorkerStats> workers) {
    /**
     * Copies the collections, so that the snapshot does not change.
     *
     * @param system name of the system
     * @param actors number of actors that have not ended
     * @param types copied
     * @param tree copied
     * @param omitted number of actors that are not in the tree
     * @param deadLetters copied
     * @param lateResults number since the start
     * @param unhandledFailures number since the start
     * @param blocking copied
     * @param workers copied
     */
    public SystemStats {
        types = List.copyOf(types);
        tree = List.copyOf(tree);
        deadLetters = Map.copyOf(deadLetters);
        blocking = List.copyOf(blocking);
        workers = List.copyOf(workers);
    }

    /** {@return the snapshot as lines of text for people, one table per part} */
    public String text() {
        StringBuilder text = new StringBuilder();
        line(
                text,
                "system %s: actors=%d, lateResults=%d, unhandledFailures=%d, deadLetters=%s",
                system,
                actors,
                lateResults,
                unhandledFailures,
                new TreeMap<>(deadLetters));
        line(
                text,
                "%-48s %8s %12s %9s %9s %9s %9s %10s",
                "type",
                "actors",
                "messages",
                "failures",
                "restarts",
                "unsettled",
                "max depth",
                "depth");
        for (TypeStats type : types) {
            line(
                    text,
                    "%-48s %8d %12d %9d %9d %9d %9d %10d",
                    type.type(),
                    type.actors(),
                    type.messages(),
                    type.failures(),
                    type.restarts(),
                    type.unsettledAsks(),
                    type.maxDepth(),
                    type.totalDepth());
        }
        line(
                text,
                "%-48s %8s %12s %9s %9s %9s %9s %10s",
                "actor",
                "depth",
                "messages",
                "failures",
                "restarts",
                "unsettled",
                "stashed",
                "held");
        for (ActorStats actor : tree) {
            line(
                    text,
                    "%-48s %8d %12d %9d %9d %9d %9d %10d",
                    actor.address(),
                    actor.depth(),
                    actor.messages(),
                    actor.failures(),
                    actor.restarts(),
                    actor.unsettledAsks(),
                    actor.stashed(),
                    actor.heldSends());
        }
        if (omitted > 0) {
            line(text, "and %d more actors", omitted);
        }
        line(
                text,
                "%-48s %8s %12s %9s %9s %9s",
                "blocking pool",
                "threads",
                "completed",
                "active",
                "queued",
                "rejected");
        for (BlockingStats pool : blocking) {
            line(
                    text,
                    "%-48s %8d %12d %9d %9d %9d",
                    pool.name(),
                    pool.threads(),
                    pool.completed(),
                    pool.active(),
                    pool.queued(),
                    pool.rejected());
        }
        line(text, "%-48s %8s %12s %9s %9s %9s", "worker", "queued", "turns", "steals", "parks", "busy ms");
        for (WorkerStats worker : workers) {
            line(
                    text,
                    "%-48s %8d %12d %9d %9d %9d",
                    worker.index() + (worker.parked() ? " (parked)" : worker.running() ? "" : " (without thread)"),
                    worker.queued(),
                    worker.turns(),
                    worker.steals(),
                    worker.parks(),
                    TimeUnit.NANOSECONDS.toMillis(worker.busyNanos()));
        }
        return text.toString();
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
