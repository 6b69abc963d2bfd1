// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.troupe.bench.results.Metric;
import io.troupe.bench.results.Result;
import io.troupe.bench.results.Results;
import io.troupe.bench.results.Samples;
import io.troupe.bench.results.Source;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CompareTest {
    private static final double[] QUIET = {100, 101, 102, 103, 104};
    private static final double[] SLOW = {120, 121, 122, 123, 124};

    @Test
    void shouldFindARegressionInBothDirectionsOfUnits() {
        Comparison times = compare(results("ns/op", QUIET), results("ns/op", SLOW));
        Change slower = times.changes().get(0);
        assertThat(slower.verdict()).isEqualTo(Verdict.SLOWER);
        assertThat(slower.times()).isEqualTo(102.0 / 122, within(1e-12));
        assertThat(slower.p()).isLessThan(1e-6);
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
    void shouldSayWhenThereIsOnlyOneFork() {
        Change change = compare(results("ns/op", 100), results("ns/op", 200, 201))
                .changes()
                .get(0);
        assertThat(change.verdict()).isEqualTo(Verdict.UNSURE);
        assertThat(change.reason()).isEqualTo("one fork cannot tell: forks 1 and 2");
    }

    @Test
    void shouldTakeFewForksThatAreFullyApart() {
        Comparison three = compare(results("ns/op", 100, 101, 102), results("ns/op", 130, 131, 132));
        assertThat(three.exitCode()).isEqualTo(1);
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
    void shouldNotBelieveAMeanThatTheRanksDeny() {
        double[] before = {99, 100, 101, 99, 100, 101, 99, 100, 101, 130, 131, 132};
        double[] after = {98, 107, 107, 200, 200, 200, 200, 99, 98, 98, 98, 250};
        Change change = new Compare(0.2, 0)
                .of(results("ns/op", before), results("ns/op", after))
                .changes()
                .get(0);
        assertThat(change.p()).isLessThan(0.2);
        assertThat(change.verdict()).isEqualTo(Verdict.UNSURE);
        assertThat(change.reason()).startsWith("few forks make the difference: p of the ranks = ");
    }

    @Test
    void shouldSayWhenTooManyAreComparedToBeSure() {
        double[] a = {100, 104, 96, 108, 92};
        double[] b = {112, 116, 109, 121, 105};
        List<Result> old = new ArrayList<>(List.of(result("changed", "ns/op", a)));
        List<Result> young = new ArrayList<>(List.of(result("changed", "ns/op", b)));
        assertThat(compare(Results.of(Map.of(), old, List.of()), Results.of(Map.of(), young, List.of()))
                        .exitCode())
                .as("alone")
                .isEqualTo(1);
        for (int i = 0; i < 39; i++) {
            old.add(result("s" + i, "ns/op", a));
            young.add(result("s" + i, "ns/op", a));
        }
        Change change = compare(Results.of(Map.of(), old, List.of()), Results.of(Map.of(), young, List.of()))
                .changes()
                .get(0);
        assertThat(change.verdict()).isEqualTo(Verdict.UNSURE);
        assertThat(change.reason())
                .matches("p = 0\\.0\\d+ alone, but \\d\\.\\d+ as one of 40: repeat it with more forks");
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
        Results before = Results.of(
                Map.of("cpu", "a", "jdk", "17", "date", "1"), List.of(result("x", "ns/op", QUIET)), List.of());
        Results after = Results.of(
                Map.of("cpu", "b", "jdk", "17", "date", "2"), List.of(result("y", "ns/op", QUIET)), List.of());
        Comparison comparison = compare(before, after);
        assertThat(comparison.changes())
                .extracting(change -> change.key().label() + " " + change.verdict())
                .containsExactly("x REMOVED", "y ADDED");
        assertThat(comparison.differences()).containsExactly("cpu: a → b");
        assertThat(comparison.exitCode()).isZero();
    }

    @ParameterizedTest
    @EnumSource(Forks.class)
    void shouldSeldomFindAnythingAmongFortyCellsWhereNothingChanged(Forks forks) {
        Random random = new Random(1);
        int runs = 400;
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            wrong += new Compare(0.05, 0)
                    .of(forks.cells(random, 40, 1), forks.cells(random, 40, 1))
                    .exitCode();
        }
        // Half of 5 % of 400 are 10 regressions; three standard deviations more are 20, also without a least effect.
        assertThat(wrong).as("runs of 400 that named a regression").isLessThanOrEqualTo(20);
    }

    @Test
    void shouldFindARegressionOfThirtyPercentInOneOfFortyCells() {
        Random random = new Random(2);
        int runs = 100;
        int found = 0;
        int wrong = 0;
        for (int run = 0; run < runs; run++) {
            List<Result> after =
                    new ArrayList<>(Forks.USUAL.cells(random, 40, 1).results());
            int place = random.nextInt(40);
            after.set(place, result("s" + place, "ns/op", Forks.USUAL.figures(random, 1.3)));
            Comparison comparison = compare(Forks.USUAL.cells(random, 40, 1), Results.of(Map.of(), after, List.of()));
            found += comparison.of(Verdict.SLOWER).stream()
                            .anyMatch(change -> change.key().label().equals("s" + place))
                    ? 1
                    : 0;
            wrong += comparison.of(Verdict.SLOWER).size();
        }
        assertThat(found).as("runs of 100 with the right cell").isGreaterThan(90);
        assertThat(wrong - found).as("others in 100 runs").isLessThanOrEqualTo(15);
    }

    @Test
    void shouldFindThatAllBecameSlower() {
        Random random = new Random(3);
        Comparison comparison = compare(Forks.USUAL.cells(random, 60, 1), Forks.USUAL.cells(random, 60, 1.2));
        assertThat(comparison.of(Verdict.SLOWER)).hasSizeGreaterThan(55);
    }

    @Test
    void shouldRefuseLevelsThatAreNone() {
        assertThatThrownBy(() -> new Compare(0, 0.05)).hasMessageContaining("alpha=0.0");
        assertThatThrownBy(() -> new Compare(0.01, 1)).hasMessageContaining("effect=1.0");
    }

    private static Comparison compare(Results before, Results after) {
        return Compare.USUAL.of(before, after);
    }

    /** How five forks of one system differ, as it is seen in real runs. */
    private enum Forks {
        /** By 5 %. */
        USUAL {
            @Override
            double share(Random random) {
                return Math.exp(0.05 * random.nextGaussian());
            }
        },
        /** By 15 %. */
        WILD {
            @Override
            double share(Random random) {
                return Math.exp(0.15 * random.nextGaussian());
            }
        },
        /** Two modes: in some forks the compiler decides otherwise. */
        TWO_MODES {
            @Override
            double share(Random random) {
                return (random.nextInt(10) < 3 ? 1.5 : 1) * Math.exp(0.01 * random.nextGaussian());
            }
        },
        /** Now and then a fork is disturbed, and much slower. */
        DISTURBED {
            @Override
            double share(Random random) {
                return Math.exp(0.03 * random.nextGaussian())
                        * (random.nextInt(8) == 0 ? 1 + 2 * random.nextDouble() : 1);
            }
        };

        abstract double share(Random random);

        double[] figures(Random random, double level) {
            return IntStream.range(0, 5)
                    .mapToDouble(fork -> level * share(random))
                    .toArray();
        }

        Results cells(Random random, int cells, double level) {
            return Results.of(
                    Map.of(),
                    IntStream.range(0, cells)
                            .mapToObj(cell -> result("s" + cell, "ns/op", figures(random, level)))
                            .toList(),
                    List.of());
        }
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
