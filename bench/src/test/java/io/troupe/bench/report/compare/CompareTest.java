// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.troupe.bench.report.model.Metric;
import io.troupe.bench.report.model.Result;
import io.troupe.bench.report.model.Results;
import io.troupe.bench.report.model.Samples;
import io.troupe.bench.report.model.Source;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CompareTest {
    private static final double[] QUIET = {100, 101, 102, 103, 104};
    private static final double[] SLOW = {120, 121, 122, 123, 124};

    @Test
    void shouldFindARegressionInBothDirectionsOfUnits() {
        Comparison times = compare(results("ns/op", QUIET), results("ns/op", SLOW));
        Change slower = times.changes().get(0);
        assertThat(slower.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(slower.times()).isEqualTo(102.0 / 122, within(1e-12));
        assertThat(slower.p()).isEqualTo(2.0 / 252, within(1e-12));
        assertThat(times.exitCode()).isEqualTo(1);

        Comparison rates = compare(results("ops/s", QUIET), results("ops/s", SLOW));
        assertThat(rates.changes().get(0).verdict()).isEqualTo(Verdict.FASTER);
        assertThat(rates.exitCode()).isZero();
        assertThat(compare(results("ops/s", SLOW), results("ops/s", QUIET)).exitCode())
                .isEqualTo(1);
    }

    @Test
    void shouldNotCareForSmallChangesHoweverSure() {
        Change change = compare(results("ns/op", QUIET), results("ns/op", scaled(QUIET, 1.045)))
                .changes()
                .get(0);
        assertThat(change.p()).isLessThan(0.01);
        assertThat(change.verdict()).isEqualTo(Verdict.SAME);
    }

    @Test
    void shouldSayWhenThereAreTooFewSamples() {
        Change change = compare(results("ns/op", 100, 101, 102, 103), results("ns/op", 200, 201, 202, 203))
                .changes()
                .get(0);
        assertThat(change.verdict()).isEqualTo(Verdict.UNSURE);
        assertThat(change.reason()).isEqualTo("too few samples: 4 and 4, 5 of each can tell");
    }

    @Test
    void shouldSayWhenSamplesOverlap() {
        Change change = compare(results("ns/op", 100, 101, 102, 103, 200), results("ns/op", 99, 130, 131, 132, 133))
                .changes()
                .get(0);
        assertThat(change.verdict()).isEqualTo(Verdict.UNSURE);
        assertThat(change.reason()).startsWith("the samples overlap: p = ");
    }

    @Test
    void shouldTakeTheNoiseOfTheMachineAsTheLeastEffect() {
        Results before = results("ns/op", QUIET);
        Results noisy = new Results(
                Map.of(), before.results(), results("ns/op", scaled(QUIET, 1.3)).results(), List.of());
        Comparison comparison = compare(noisy, results("ns/op", SLOW));
        assertThat(comparison.noise().known()).isTrue();
        assertThat(comparison.noise().usual()).isEqualTo(0.3, within(1e-9));
        assertThat(comparison.changes().get(0).verdict()).isEqualTo(Verdict.SAME);
        assertThat(comparison.changes().get(0).reason()).isEqualTo("within the noise of 30 %");
        assertThat(compare(noisy, results("ns/op", scaled(QUIET, 1.4))).exitCode())
                .isEqualTo(1);
    }

    @Test
    void shouldNameWhatCameAndWent() {
        Results before = Results.of(Map.of("cpu", "a", "jdk", "17"), List.of(result("x", "ns/op", QUIET)), List.of());
        Results after = Results.of(Map.of("cpu", "b", "jdk", "17"), List.of(result("y", "ns/op", QUIET)), List.of());
        Comparison comparison = compare(before, after);
        assertThat(comparison.changes())
                .extracting(change -> change.key().label() + " " + change.verdict())
                .containsExactly("x REMOVED", "y ADDED");
        assertThat(comparison.differences()).containsExactly("cpu: a → b");
        assertThat(comparison.exitCode()).isZero();
    }

    @Test
    void shouldSeldomFindChangesWhereNothingChanged() {
        Random random = new Random(1);
        int runs = 100;
        int cells = 20;
        int wrong = 0;
        int families = 0;
        Compare holm = new Compare(0.05, 0, true);
        Compare each = new Compare(0.01, 0, false);
        for (int run = 0; run < runs; run++) {
            Results before = simulated(random, cells, 8, 1);
            Results after = simulated(random, cells, 8, 1);
            wrong += found(each.of(before, after));
            families += found(holm.of(before, after)) > 0 ? 1 : 0;
        }
        // exact tests keep their level: 0.01 of 8000 are 80, and 0.05 of 400 are 20; both with three standard
        // deviations
        assertThat(wrong).isLessThanOrEqualTo(20 + 14);
        assertThat(families).isLessThanOrEqualTo(5 + 7);
        assertThat(wrong).as("the simulation can fail").isPositive();
    }

    @Test
    void shouldFindAShiftOfAFifth() {
        Random random = new Random(2);
        int runs = 50;
        int five = 0;
        int tenWithHolm = 0;
        for (int run = 0; run < runs; run++) {
            five += found(Compare.USUAL.of(simulated(random, 1, 5, 1), simulated(random, 1, 5, 1.2)));
            tenWithHolm += found(new Compare(0.05, 0.05, true)
                            .of(simulated(random, 20, 10, 1), simulated(random, 20, 10, 1.2)))
                    / 20;
        }
        assertThat(five).as("of 50, spread of 5 %").isGreaterThan(42);
        assertThat(tenWithHolm).as("all 20 cells at once, of 50").isGreaterThan(45);
    }

    @Test
    void shouldCorrectAsHolmDid() {
        assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
                .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
        assertThat(Holm.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
        assertThat(Holm.adjusted(new double[0])).isEmpty();
    }

    @Test
    void shouldNeedMoreForksForManyCellsWithHolm() {
        Random random = new Random(3);
        Comparison comparison =
                new Compare(0.05, 0.05, true).of(simulated(random, 60, 5, 1), simulated(random, 60, 5, 2));
        assertThat(comparison.of(Verdict.UNSURE)).hasSize(60);
        assertThat(comparison.changes().get(0).reason()).isEqualTo("too few samples: 5 and 5, 7 of each can tell");
    }

    @Test
    void shouldRefuseLevelsThatAreNone() {
        assertThatThrownBy(() -> new Compare(0, 0.05, false)).hasMessageContaining("alpha=0.0");
        assertThatThrownBy(() -> new Compare(0.01, 1, false)).hasMessageContaining("effect=1.0");
    }

    private static int found(Comparison comparison) {
        return comparison.of(Verdict.FASTER).size()
                + comparison.of(Verdict.SLOWER).size();
    }

    private static Comparison compare(Results before, Results after) {
        return Compare.USUAL.of(before, after);
    }

    private static Results simulated(Random random, int cells, int forks, double level) {
        return Results.of(
                Map.of(),
                IntStream.range(0, cells)
                        .mapToObj(cell -> result(
                                "s" + cell,
                                "ns/op",
                                random.doubles(forks)
                                        .map(any -> level * Math.exp(0.05 * random.nextGaussian()))
                                        .toArray()))
                        .toList(),
                List.of());
    }

    private static double[] scaled(double[] values, double factor) {
        return Arrays.stream(values).map(value -> value * factor).toArray();
    }

    private static Results results(String unit, double... forks) {
        return Results.of(Map.of(), List.of(result("troupe", unit, forks)), List.of());
    }

    private static Result result(String system, String unit, double... forks) {
        return new Result(
                "tell",
                "TellBenchmark",
                system,
                Map.of(),
                Metric.of("score", unit, Samples.single(forks)),
                List.of(),
                List.of(new Source("x.json", 0)));
    }
}
