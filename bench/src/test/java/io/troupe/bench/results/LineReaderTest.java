// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LineReaderTest {
    @Test
    void shouldMakeForksOfRepeatedFigures() {
        Results results = RawFiles.parse(
                "lines.json",
                """
                {"figure":"idle-actor-bytes","system":"stealing","value":251.000,"unit":"B","java":"25","processors":2}
                {"figure":"idle-actor-bytes","system":"stealing","value":249.000,"unit":"B","java":"25","processors":2}
                {"figure":"hot-round-trip","system":"pekko","p50":271,"p99":695,"p999":1,"max":2,"count":9,"unit":"ns"}
                """);
        Result bytes = results.results().get(0);
        assertThat(bytes.key()).hasToString("footprint.idle-actor-bytes: troupe dispatcher=stealing");
        assertThat(bytes.samples()).isEqualTo(Samples.single(251, 249));
        assertThat(bytes.sources()).containsExactly(new Source("lines.json", 0), new Source("lines.json", 1));
        Result trip = results.results().get(1);
        assertThat(trip.role()).isEqualTo(Role.PEER);
        assertThat(trip.metric().name()).isEqualTo("p50");
        assertThat(trip.metric("p99").orElseThrow().samples().median()).isEqualTo(695);
        assertThat(trip.metric("count")).isEmpty();
        assertThat(results.environment()).containsEntry("java", "25");
    }

    @Test
    void shouldPutAProgramIntoItsSuiteWithACellForEachSetting() {
        Results results = RawFiles.parse(
                "latency.json",
                """
                {"suite":"latency","figure":"busy-teller","system":"adaptive","busyMicros":100,"oneIn":1,"p50":20,"count":7,"unit":"ns"}
                {"suite":"latency","figure":"busy-teller","system":"adaptive","busyMicros":100,"oneIn":100,"p50":30,"count":7,"unit":"ns"}
                {"suite":"latency","figure":"flood-rate","system":"pekkoDefault","floods":2,"longMicros":1,"value":9,"unit":"ops/s"}
                """);
        assertThat(results.results()).extracting(Result::suite).containsOnly("latency");
        assertThat(results.results().get(1).params())
                .isEqualTo(Map.of("dispatcher", "adaptive", "busyMicros", "100", "oneIn", "100"));
        assertThat(results.results().get(2).better()).isEqualTo(Better.HIGHER);
    }

    @Test
    void shouldReadProgramsOfSockets() {
        Results results = RawFiles.parse(
                "sp.json",
                """
                {"program":"fan-out","run":0,"subscribers":1000,"bytes":100,"deliveries-per-second":1500000}
                {"program":"fan-out","run":1,"subscribers":1000,"bytes":100,"deliveries-per-second":1700000}
                {"program":"allocation","transport":"tcp","style":"stream","bytes-per-message":0.25}
                """);
        Result fan = results.results().get(0);
        assertThat(fan.params()).isEqualTo(Map.of("subscribers", "1000", "bytes", "100"));
        assertThat(fan.unit()).isEqualTo("ops/s");
        assertThat(fan.better()).isEqualTo(Better.HIGHER);
        assertThat(fan.samples().forks()).isEqualTo(2);
        Result allocation = results.results().get(1);
        assertThat(allocation.params()).isEqualTo(Map.of("transport", "tcp", "style", "stream"));
        assertThat(allocation.unit()).isEqualTo("B");
    }

    @Test
    void shouldReadSimulationsSwitchesAndTimelines() {
        Results simulated = RawFiles.parse(
                "s.json",
                """
                {"scenario":"skew","workers":16,"scheduler":"adaptive","makespanNanos":5,"toOptimum":0.98}
                {"scenario":"skew","workers":16,"scheduler":"stealing","makespanNanos":6,"toOptimum":1.1}
                """);
        assertThat(simulated.results())
                .extracting(Object::toString, Result::system)
                .hasSize(2)
                .extracting(tuple -> tuple.toList().get(1))
                .containsExactly("adaptive", "stealing");
        assertThat(simulated.results()).extracting(Result::role).containsExactly(Role.OURS, Role.PEER);
        assertThat(simulated.results().get(0).params()).isEqualTo(Map.of("workers", "16"));
        assertThat(simulated.results().get(0).metric("toOptimum")).isPresent();

        Results switches = RawFiles.parse(
                "c.json",
                """
                [{"system":"adaptive","nanosPerMessage":88.1,"voluntaryPerSecond":null,"involuntaryPerSecond":7}]""");
        assertThat(switches.results().get(0).label()).isEqualTo("troupe dispatcher=adaptive");
        assertThat(switches.results().get(0).unit()).isEqualTo("ns/op");
        assertThat(switches.results().get(0).secondary())
                .extracting(Metric::better)
                .containsExactly(Better.LOWER);

        Results phases = RawFiles.parse("p.json", "[{\"dispatcher\":\"adaptive\",\"perSecond\":[[1,2,3],[4,5,6]]}]");
        assertThat(phases.results().get(0).samples().medians()).containsExactly(2, 5);
        assertThat(phases.results().get(0).better()).isEqualTo(Better.HIGHER);
    }

    @Test
    void shouldReadWhatIsPlayedWithRealLinks() {
        Results played = RawFiles.parse(
                "b.json",
                """
                [
                {"scenario":"pause","control":"nak","goodput":97.5,"maxQueue":900,"recoveryMillis":400,"receiverMegabytes":7},
                {"scenario":"pause","control":"credit","goodput":91.0,"maxQueue":90,"recoveryMillis":-1,"receiverMegabytes":7}
                ]
                """);
        Result nak = played.results().get(0);
        assertThat(nak.key()).hasToString("backpressure.pause: troupe");
        assertThat(nak.metric().name()).isEqualTo("goodput");
        assertThat(nak.better()).isEqualTo(Better.HIGHER);
        assertThat(nak.metric("recoveryMillis").orElseThrow().unit()).isEqualTo("ms");
        assertThat(nak.metric("receiverMegabytes").orElseThrow().unit()).isEqualTo("MB");
        assertThat(played.results().get(1).label()).isEqualTo("troupe-credit");
        assertThat(played.results().get(1).metric("recoveryMillis"))
                .as("never is no time")
                .isEmpty();
        assertThat(played.marks()).containsExactly("the rate did not come back in pause, b.json#1");
    }
}
