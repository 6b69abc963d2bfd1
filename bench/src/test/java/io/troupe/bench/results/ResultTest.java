// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ResultTest {
    @Test
    void shouldTakeTheMedianOfEachForkAsASample() {
        Samples samples = Samples.of(new double[] {1, 100, 2}, new double[] {10, 20}, new double[] {3});
        assertThat(samples.medians()).containsExactly(2, 15, 3);
        assertThat(samples.median()).isEqualTo(3);
        assertThat(samples.spread().high()).isEqualTo(15);
        assertThat(samples.all()).containsExactly(1, 100, 2, 10, 20, 3);
    }

    @Test
    void shouldNotBeChangedFromOutside() {
        double[] fork = {1, 2, 3};
        Samples samples = Samples.of(fork);
        fork[1] = 99;
        samples.iterations(0)[1] = 99;
        assertThat(samples.median()).isEqualTo(2);
    }

    @Test
    void shouldRefuseSamplesThatAreNone() {
        assertThatThrownBy(Samples::of).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Samples.single(1, Double.NaN)).hasMessageContaining("fork=1, figures=[NaN]");
        assertThatThrownBy(() -> Samples.of(new double[0])).hasMessageContaining("fork=0");
    }

    @Test
    void shouldKnowWhichDirectionIsGood() {
        assertThat(Better.of("ns/op")).isEqualTo(Better.LOWER);
        assertThat(Better.of("B/op")).isEqualTo(Better.LOWER);
        assertThat(Better.of("ops/us")).isEqualTo(Better.HIGHER);
        assertThat(Better.of("Gb/s")).isEqualTo(Better.HIGHER);
        assertThat(Better.of("MB/sec")).as("what the collector has to do").isEqualTo(Better.LOWER);
        assertThat(Better.of("% of capacity")).isEqualTo(Better.HIGHER);
        assertThat(Better.of("% of a core")).isEqualTo(Better.LOWER);
        assertThat(Better.of("ratio")).as("fewest meals to most").isEqualTo(Better.HIGHER);
        assertThat(Better.LOWER.timesBetter(10, 20)).isEqualTo(2);
        assertThat(Better.HIGHER.timesBetter(10, 20)).isEqualTo(0.5);
    }

    @Test
    void shouldKnowWhoIsAPeer() {
        assertThat(Role.of("remoting", "troupe-tls")).isEqualTo(Role.OURS);
        assertThat(Role.of("chatty", "byHand")).isEqualTo(Role.OURS);
        assertThat(Role.of("remoting", "netty")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("sp", "netty")).isEqualTo(Role.PEER);
        assertThat(Role.of("sp", "c-spin")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("spawn", "executor")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("tell", "executor")).isEqualTo(Role.PEER);
        assertThat(Role.of("locality", "loopsInStretches")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("pi", "chunkedLoops")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("pi", "parallelStream")).isEqualTo(Role.PEER);
        assertThat(Role.of("philosophers", "threadLocks")).isEqualTo(Role.PEER);
        assertThat(Role.of("encodings", "troupeCbor")).isEqualTo(Role.OURS);
        assertThat(Role.of("encodings", "jacksonCbor")).isEqualTo(Role.PEER);
        assertThat(Role.of("mailbox", "RAW_MPSC_BOUNDED")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("mailbox", "DROP_OLDEST")).isEqualTo(Role.OURS);
        assertThat(Role.of("queue", "MPSC_BOUNDED")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("simulation", "adaptive")).isEqualTo(Role.OURS);
        assertThat(Role.of("simulation", "stealing")).isEqualTo(Role.PEER);
        assertThat(Role.of("simulation", "optimal")).isEqualTo(Role.LIMIT);
        assertThat(Role.of("footprint", "none"))
                .as("a program that does nothing")
                .isEqualTo(Role.LIMIT);
    }

    @Test
    void shouldConvertTimesAndRatesButNotOneToTheOther() {
        assertThat(Units.convert(2, "ms/op", "us").orElseThrow()).isEqualTo(2000);
        assertThat(Units.convert(3e6, "ops/s", "M/s").orElseThrow()).isEqualTo(3);
        assertThat(Units.convert(3, "B", "B").orElseThrow()).isEqualTo(3);
        assertThat(Units.convert(3, "ns", "ops/s")).isEmpty();
        assertThat(Units.convert(3, "B", "MB")).isEmpty();
    }

    @Test
    void shouldMarkFactsThatDifferUnlessTheyAreOfTheMoment() {
        Results one = Results.of(Map.of("cpu", "a", "loadAverage", "1"), List.of(), List.of());
        Results other = Results.of(Map.of("cpu", "b", "loadAverage", "2"), List.of(), List.of());
        assertThat(one.and(other).marks()).containsExactly("cpu differs between raw files: a and b");
        assertThat(one.and(other).environment()).isEqualTo(one.environment());
    }
}
