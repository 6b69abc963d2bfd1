// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.shard.Candidate;
import io.troupe.cluster.shard.CappedRendezvous;
import io.troupe.cluster.shard.Shards;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The tables of docs/scale.md, in target/cluster-scale.md: {@code mvn -Pquick -pl cluster -am test -Dtest=ScaleStudy
 * -Dsurefire.failIfNoSpecifiedTests=false -Dtroupe.study=true}. Takes minutes.
 */
@EnabledIfSystemProperty(named = "troupe.study", matches = "true")
class ScaleStudy {
    private static final int RUNS = 5;
    private static final int FAST = 5_000;
    private static final int SLOW = 1_000;
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final List<String> lines = new ArrayList<>();

    @Test
    void shouldWriteTables() throws Exception {
        peace();
        changes();
        deaths();
        falseDeaths();
        hotKeys();
        Files.write(Path.of("target", "cluster-scale.md"), lines);
    }

    private void table(String title, String... columns) {
        lines.add("");
        lines.add("**" + title + "**");
        lines.add("");
        row((Object[]) columns);
        lines.add("|" + "---|".repeat(columns.length));
    }

    private void row(Object... cells) {
        lines.add("| "
                + String.join(" | ", Arrays.stream(cells).map(Object::toString).toList()) + " |");
    }

    private void peace() {
        table("Peace, one minute", "members", "statements/s", "bytes read/s per member", "most shards beside the mean");
        for (int members : new int[] {10, 100, 1_000, 5_000}) {
            SimulatedCluster cluster = new SimulatedCluster(members, FAST);
            cluster.begin(members);
            long statements = cluster.statements();
            long bytes = cluster.bytesRead();
            cluster.pass(MINUTE);
            row(
                    members,
                    (cluster.statements() - statements) / 60,
                    (cluster.bytesRead() - bytes) / 60 / members,
                    two(cluster.imbalance()));
        }
    }

    private void changes() {
        table(
                "Moves, beside the share of one member (4096 / n)",
                "members",
                "one joins: moves",
                "time",
                "statements",
                "one leaves: moves",
                "time",
                "rolling restart: moves beside all shards");
        for (int members : new int[] {10, 100, 250}) {
            SimulatedCluster cluster = new SimulatedCluster(members, FAST);
            cluster.begin(members);
            long moves = cluster.moves();
            long statements = cluster.statements();
            cluster.join();
            cluster.pass(Duration.ofSeconds(7));
            Duration joined = cluster.untilSettled().plusSeconds(7);
            long joinMoves = cluster.moves() - moves;
            long joinStatements = cluster.statements() - statements;
            moves = cluster.moves();
            cluster.leave(cluster.living().get(0));
            Duration left = cluster.untilSettled();
            long leaveMoves = cluster.moves() - moves;
            row(
                    members,
                    share(joinMoves, members),
                    seconds(joined),
                    joinStatements,
                    share(leaveMoves, members),
                    seconds(left),
                    members > 100 ? "–" : two(rollingRestart(members)));
        }
    }

    /** Each is replaced: one joins, one leaves. */
    private static double rollingRestart(int members) {
        SimulatedCluster cluster = new SimulatedCluster(members, FAST);
        cluster.begin(members);
        long moves = cluster.moves();
        for (SimulatedCluster.Node old : List.copyOf(cluster.living())) {
            cluster.leave(old);
            cluster.untilSettled();
            cluster.join();
            cluster.pass(Duration.ofSeconds(7));
            cluster.untilSettled();
        }
        return (cluster.moves() - moves) / (double) Shards.COUNT;
    }

    private void deaths() {
        table(
                "Seconds until each shard is served again, median and worst of " + RUNS,
                "members",
                "statements/s of the database",
                "one is killed",
                "a tenth",
                "a third, as a zone");
        for (int members : new int[] {10, 100, 1_000}) {
            for (int speed : new int[] {FAST, SLOW}) {
                row(
                        members,
                        speed,
                        recovery(members, speed, 1),
                        recovery(members, speed, members / 10),
                        recovery(members, speed, members / 3));
            }
        }
    }

    private static String recovery(int members, int speed, int dead) {
        List<Double> all = new ArrayList<>();
        for (int run = 0; run < RUNS; run++) {
            SimulatedCluster cluster = new SimulatedCluster(run, speed);
            cluster.begin(members);
            cluster.kill(cluster.living().subList(0, dead));
            all.add(cluster.untilServed().toMillis() / 1_000.0);
        }
        all.sort(null);
        return two(all.get(RUNS / 2)) + ", " + two(all.get(RUNS - 1));
    }

    private void falseDeaths() {
        table(
                "Members that are buried alive per day: a pause every ten minutes, Pareto from 50 ms with exponent 1.5",
                "lease",
                "10 members",
                "100 members",
                "1000 members");
        for (int lease : new int[] {3, 5, 10, 15, 30}) {
            double perMember = buriedPerDay(lease);
            row(lease + " s", two(10 * perMember), two(100 * perMember), two(1_000 * perMember));
        }
    }

    private static double buriedPerDay(int leaseSeconds) {
        Random random = new Random(leaseSeconds);
        int pauses = 20_000_000;
        int fatal = 0;
        for (int i = 0; i < pauses; i++) {
            double pause = 0.05 / Math.pow(1 - random.nextDouble(), 1 / 1.5);
            double sinceRenewal = random.nextDouble() * leaseSeconds / 5;
            fatal += pause + sinceRenewal > leaseSeconds ? 1 : 0;
        }
        return fatal * 144.0 / pauses;
    }

    private void hotKeys() {
        table(
                "Load by a Zipf law of exponent 1.1 over 10^9 keys, in percent of all calls",
                "members",
                "hottest key",
                "hottest shard",
                "hottest member",
                "its fair share");
        int counted = 2_000_000;
        double sum = 0;
        double[] byShard = new double[Shards.COUNT];
        for (int rank = 1; rank <= counted; rank++) {
            double rate = Math.pow(rank, -1.1);
            sum += rate;
            byShard[Shards.of("Account", Integer.toString(rank))] += rate;
        }
        double tail = 10 * (Math.pow(counted, -0.1) - Math.pow(1e9, -0.1)); // spread evenly
        double total = sum + tail;
        double hottestShard = 0;
        for (int shard = 0; shard < byShard.length; shard++) {
            byShard[shard] = (byShard[shard] + tail / Shards.COUNT) / total;
            hottestShard = Math.max(hottestShard, byShard[shard]);
        }
        for (int members : new int[] {10, 100, 1_000}) {
            row(
                    members,
                    two(100 / total),
                    two(100 * hottestShard),
                    two(100 * hottest(byShard, members)),
                    two(100.0 / members));
        }
    }

    private static double hottest(double[] byShard, int members) {
        Random random = new Random(members);
        List<Candidate> candidates = new ArrayList<>();
        for (int i = 0; i < members; i++) {
            candidates.add(new Candidate(random.nextLong() | 1, 1));
        }
        long[] owners = CappedRendezvous.owners(candidates);
        double most = 0;
        for (Candidate candidate : candidates) {
            double load = 0;
            for (int shard = 0; shard < owners.length; shard++) {
                load += owners[shard] == candidate.id() ? byShard[shard] : 0;
            }
            most = Math.max(most, load);
        }
        return most;
    }

    private static String share(long moves, int members) {
        return moves + " (" + two(moves * (double) members / Shards.COUNT) + ")";
    }

    private static String seconds(Duration time) {
        return two(time.toMillis() / 1_000.0) + " s";
    }

    private static String two(double value) {
        return String.format(java.util.Locale.ROOT, "%.2f", value);
    }
}
