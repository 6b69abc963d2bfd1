// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the search with one that tries everything, on histories made by chance. */
class OrderSearchTest {
    private static final SearchLimits LIMITS = SearchLimits.standard().withSteps(1_000_000);
    private static final int TIMES = "all".equals(System.getProperty("troupe.tests")) ? 5 : 1;

    private int right;
    private int wrong;

    @Test
    void shouldAgreeWithBruteForceOnGuessedHistories() {
        compareGuessed(300, 5);
    }

    @Test
    void shouldAgreeWithBruteForceOnMutatedHistories() {
        compareMutated(150, 6);
    }

    @Test
    @Tag("soak")
    void shouldAgreeWithBruteForceOnManyMoreHistories() {
        compareGuessed(3_000 * TIMES, 6);
        compareMutated(1_600 * TIMES, 7);
    }

    @Test
    void shouldAcceptWhatRealObjectsAnswer() {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            for (SampleHistories.Family family : SampleHistories.families()) {
                int operations = family.name().equals("queues") ? 25 : 60; // equal elements in a queue are hard
                History<Op> history = SampleHistories.real(family, random, 4, operations, 0.05);
                assertThat(Linearizability.check(history.operations(), family.model(), LIMITS)
                                .outcome())
                        .as("%s, seed=%s", family.name(), seed)
                        .isEqualTo(CheckOutcome.OK);
                assertThat(SequentialConsistency.check(history.operations(), family.model(), LIMITS)
                                .outcome())
                        .as("%s, seed=%s", family.name(), seed)
                        .isEqualTo(CheckOutcome.OK);
            }
        }
    }

    private void compareGuessed(int seeds, int most) {
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            for (SampleHistories.Family family : SampleHistories.families()) {
                compare(
                        SampleHistories.guessed(family, random, 3, 2 + random.nextInt(most - 1), 0.3)
                                .operations(),
                        family,
                        seed);
            }
        }
        assertThat(right).isGreaterThan(seeds);
        assertThat(wrong).isGreaterThan(seeds);
    }

    private void compareMutated(int seeds, int most) {
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            for (SampleHistories.Family family : SampleHistories.families()) {
                History<Op> history = SampleHistories.run(
                        random,
                        3,
                        most,
                        0.25,
                        family.operations(),
                        family.behaviour(),
                        2); // two operations of a client at a time
                compare(SampleHistories.mutated(history.operations(), family, random), family, seed);
            }
        }
        assertThat(right).isGreaterThan(seeds);
        assertThat(wrong).isGreaterThan(seeds);
    }

    private void compare(List<Operation<Op>> operations, SampleHistories.Family family, int seed) {
        boolean linearizable = BruteForce.isLinearizable(operations, family.model());
        assertThat(Linearizability.check(operations, family.model(), LIMITS).outcome())
                .as("linearizable: %s, seed=%s, %s", family.name(), seed, operations)
                .isEqualTo(linearizable ? CheckOutcome.OK : CheckOutcome.VIOLATED);
        boolean sequential = BruteForce.isSequentiallyConsistent(operations, family.model());
        assertThat(SequentialConsistency.check(operations, family.model(), LIMITS)
                        .outcome())
                .as("sequentially consistent: %s, seed=%s, %s", family.name(), seed, operations)
                .isEqualTo(sequential ? CheckOutcome.OK : CheckOutcome.VIOLATED);
        assertThat(SequentialConsistency.searchAll(operations, family.model(), LIMITS)
                        .outcome())
                .as("sequentially consistent: %s, seed=%s, %s", family.name(), seed, operations)
                .isEqualTo(sequential ? CheckOutcome.OK : CheckOutcome.VIOLATED);
        right += linearizable ? 1 : 0;
        wrong += linearizable ? 0 : 1;
    }
}
