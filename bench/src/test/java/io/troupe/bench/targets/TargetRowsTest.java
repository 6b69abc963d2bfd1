// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.targets;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.bench.channels.ChannelCells;
import io.troupe.bench.cluster.ClusterCells;
import io.troupe.bench.remoting.RemotingCells;
import io.troupe.bench.results.Metric;
import io.troupe.bench.results.RawFiles;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import io.troupe.bench.run.plan.Catalog;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.JmhPiece;
import io.troupe.bench.run.plan.Piece;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Suite;
import io.troupe.bench.run.plan.Suites;
import io.troupe.bench.sp.SpCells;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Each row of the targets names a cell, a system, a reference and a figure that there really is, so that a slip of the pen is no
 * target that is never measured. What there is: the JMH benchmarks of this build, the cells of the programs between
 * processes, and a line of each program that prints its figures.
 */
class TargetRowsTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final int JAVA = 25;

    /** There are targets that a machine with one has no figures for. */
    private static final int PROCESSORS = 2;

    /** Benchmarks that the command does not run yet, but that can be started by hand. */
    private static final List<Piece> BY_HAND =
            List.of(new JmhPiece("call", "^io\\.troupe\\.bench\\.call\\.", 10, Map.of(), Map.of()));

    /** As the programs print them; figures of no meaning. */
    private static final String PRINTED =
            """
            {"figure":"idle-actor-bytes","system":"stealing","value":1,"unit":"B","java":"17","processors":2}
            {"suite":"keyed","figure":"idle-key-extra-bytes","system":"troupe","value":1,"unit":"B","java":"17","processors":2}
            {"figure":"idle-cpu","system":"stealing","value":1,"unit":"% of a core","java":"17","processors":2}
            {"figure":"wake-up-latency","system":"stealing","p50":1,"p99":1,"p999":1,"max":1,"count":1,"unit":"ns","java":"17"}
            {"figure":"hot-round-trip","system":"stealing","p50":1,"p99":1,"p999":1,"max":1,"count":1,"unit":"ns","java":"17"}
            {"suite":"footprint","figure":"start-up","system":"stealing","value":1,"unit":"ms","java":"17"}
            {"suite":"footprint","figure":"beside-end-of-actor","system":"stealing","p50":1,"p99":1,"p999":1,"max":1,"count":1,"unit":"ns"}
            {"suite":"trace-points","figure":"tell","system":"stealing","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"trace-points","figure":"tell","system":"without","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"trace-points","figure":"ask","system":"stealing","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"trace-points","figure":"ask","system":"without","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"trace-points","figure":"remote-tell","system":"stealing","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"trace-points","figure":"remote-tell","system":"without","value":1,"unit":"ns","java":"17","processors":2}
            {"suite":"latency","figure":"busy-teller","system":"stealing","busyMicros":1000,"oneIn":1,"p50":1,"p99":1,"p999":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"busy-teller","system":"stealing","busyMicros":10000,"oneIn":100,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"busy-teller","system":"adaptive","busyMicros":1000,"oneIn":1,"p50":1,"p99":1,"p999":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"busy-teller","system":"adaptive","busyMicros":10000,"oneIn":100,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"beside-floods","system":"stealing","floods":2,"longMicros":1,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"beside-floods","system":"adaptive","floods":2,"longMicros":1,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"open-loop","system":"stealing","loadPercent":80,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"open-loop","system":"adaptive","loadPercent":80,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"open-loop","system":"pekkoDefault","loadPercent":80,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"suite":"latency","figure":"open-loop","system":"virtualThreads","loadPercent":80,"p50":1,"p99":1,"max":1,"unit":"ns"}
            {"program":"allocation","transport":"tcp","style":"stream","bytes-per-message":1}
            {"program":"idle-pipes","pipes":10000,"heap-bytes-per-pipe":1,"processor-percent":1}
            {"program":"fan-out","run":0,"subscribers":1000,"bytes":100,"deliveries-per-second":1}
            {"scenario":"light","workers":16,"scheduler":"adaptive","makespanNanos":1,"runningMost":1}
            {"scenario":"uniform","workers":16,"scheduler":"adaptive","makespanNanos":1,"movesInLastThird":1}
            {"scenario":"skew","workers":16,"scheduler":"adaptive","makespanNanos":1,"toOptimum":1,"toStealing":1}
            {"scenario":"phases","workers":16,"scheduler":"adaptive","makespanNanos":1,"toOptimum":1,"toStealing":1}
            {"scenario":"chatty","workers":16,"scheduler":"adaptive","makespanNanos":1,"cutToRandom":1,"toStealing":1}
            {"scenario":"pause","control":"nak","goodput":1,"recoveryMillis":1,"receiverMegabytes":1}
            {"scenario":"slow-receiver","control":"nak","goodput":1,"recoveryMillis":1,"receiverMegabytes":1}
            {"scenario":"dying-receiver","control":"nak","goodput":1,"recoveryMillis":1,"receiverMegabytes":1}
            {"suite":"backpressure","figure":"fast-actor-beside-slow","system":"troupe","value":1,"unit":"%"}
            {"suite":"backpressure","figure":"fast-actor-beside-stopped","system":"troupe","value":1,"unit":"%"}
            {"suite":"backpressure","figure":"share-beside-equal","system":"troupe","value":1,"unit":"%"}
            """;

    /** Figures beside the time, by benchmark; the profiler of the collector gives the last one to all. */
    private static final Map<String, List<String>> COUNTERS = Map.of(
            "burst.BurstBenchmark", List.of("allBusyAfterMax us", "allBusy % of bursts"),
            "chatty.ChattyBenchmark", List.of("sameThread % of messages"));

    private static final String ALLOCATED = "gc.alloc.rate.norm B/op";

    @Test
    void shouldNameCellsThatThereAre() {
        Results all = planned()
                .and(RawFiles.parse("printed.json", PRINTED))
                .and(RemotingCells.results())
                .and(ClusterCells.results())
                .and(SpCells.results())
                .and(ChannelCells.results());
        List<Judgement> unbound = Targets.read(DOCS.resolve("targets.md")).judge(all, result -> "").stream()
                .filter(judgement -> judgement.outcome() == Outcome.NOT_MEASURED)
                .filter(judgement -> !judgement.target().benchmark().equals(Target.NOWHERE))
                .toList();
        assertThat(unbound).isEmpty();
    }

    @Test
    void shouldLeaveOutOnlyWhatIsKnownToHaveNoBenchmark() {
        assertThat(Targets.read(DOCS.resolve("targets.md")).all().stream()
                        .filter(target -> target.benchmark().equals(Target.NOWHERE))
                        .map(Target::what))
                .containsExactly(
                        "two stopped readers: memory that a link takes in",
                        "idle link, packets per second",
                        "10,000 idle links: heap");
    }

    /** All JMH cells of the profile full, each with a figure of 1. */
    private static Results planned() {
        List<Suite> suites = new ArrayList<>(Suites.all(PROCESSORS));
        suites.add(new Suite("by hand", "", BY_HAND));
        Plan plan = Plan.of(suites, Profile.FULL, Catalog.ofClassPath(), Pattern.compile(""), JAVA);
        return Results.of(
                Map.of(),
                plan.parts().stream()
                        .flatMap(part -> part.works().stream())
                        .flatMap(work -> work instanceof Cell cell ? Stream.of(result(cell)) : Stream.empty())
                        .toList(),
                List.of());
    }

    private static Result result(Cell cell) {
        String group = cell.group();
        int dot = group.indexOf('.');
        List<Metric> beside = Stream.concat(COUNTERS.getOrDefault(group, List.of()).stream(), Stream.of(ALLOCATED))
                .map(text -> text.split(" ", 2))
                .map(parts -> Metric.of(parts[0], parts[1], Samples.single(1)))
                .toList();
        return new Result(
                group.substring(0, dot),
                group.substring(dot + 1),
                cell.method(),
                cell.params(),
                Metric.of("score", "ns/op", Samples.single(1)),
                beside,
                List.of());
    }
}
