// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.report.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MannWhitneyTest {
    @Test
    void shouldHaveTheValuesCountedByHand() {
        // 1 < 2 < 3 and 4, 5: of the ten divisions two are as far out
        assertThat(test(new double[] {1, 2, 3}, new double[] {4, 5})).isEqualTo(new MannWhitney(0, 0.2));
        // pairs in which the first is larger: 3>2, 5>2, 5>4
        MannWhitney mixed = test(new double[] {1, 3, 5}, new double[] {2, 4, 6});
        assertThat(mixed.u()).isEqualTo(3);
        assertThat(mixed.p()).isEqualTo(14.0 / 20, within(1e-12));
        // 252 divisions, one at each end
        MannWhitney apart = test(new double[] {1, 2, 3, 4, 5}, new double[] {6, 7, 8, 9, 10});
        assertThat(apart.u()).isZero();
        assertThat(apart.p()).isEqualTo(2.0 / 252, within(1e-12));
    }

    @Test
    void shouldCountTiesHalf() {
        // mid-ranks 1, 2.5 against 2.5, 4: of six divisions the sums are 3.5, 3.5, 5, 5, 6.5, 6.5
        MannWhitney tied = test(new double[] {1, 2}, new double[] {2, 3});
        assertThat(tied.u()).isEqualTo(0.5);
        assertThat(tied.p()).isEqualTo(4.0 / 6, within(1e-12));
        assertThat(test(new double[] {7, 7, 7}, new double[] {7, 7}).p()).isEqualTo(1);
        double[] many = new double[30];
        Arrays.fill(many, 7);
        assertThat(test(many, many).p()).isEqualTo(1);
    }

    @Test
    void shouldNotDependOnTheOrderOfTheSamples() {
        double[] one = {3, 1, 4, 1, 5};
        double[] other = {9, 2, 6, 5, 3, 5};
        MannWhitney there = test(one, other);
        MannWhitney back = test(other, one);
        assertThat(there.p()).isEqualTo(back.p());
        assertThat(there.u() + back.u()).isEqualTo(30);
    }

    @Test
    void shouldAgreeWithACountOfAllDivisions() {
        Random random = new Random(42);
        for (int round = 0; round < 50; round++) {
            double[] one = random.ints(4, 0, 8).asDoubleStream().toArray();
            double[] other = random.ints(5, 2, 10).asDoubleStream().toArray();
            assertThat(test(one, other).p()).isEqualTo(counted(one, other), within(1e-12));
        }
    }

    @Test
    void shouldGoOverIntoTheNormalApproximation() {
        // 20 and 20 are exact, 21 and 21 are not
        double exact = test(stairs(20, 0), stairs(20, 4.5)).p();
        MannWhitney normal = test(stairs(21, 0), stairs(21, 4.5));
        // z = (220.5 - 136 - 0.5) / sqrt(21 * 21 * 43 / 12) = 2.1131
        assertThat(normal.u()).isEqualTo(136);
        assertThat(normal.p()).isEqualTo(0.03459, within(5e-5));
        assertThat(exact).isEqualTo(normal.p(), within(0.005));
    }

    @Test
    void shouldKnowTheTailOfTheNormalDistribution() {
        // z = (625 - 312.5 - 0.5) / sqrt(25 * 25 * 51 / 12) = 6.0537
        MannWhitney far = test(stairs(25, 24.5), stairs(25, 0));
        assertThat(far.u()).isEqualTo(625.0);
        assertThat(far.p()).isEqualTo(1.4157e-9, within(1e-11));
    }

    @Test
    void shouldKnowWhatIsReachable() {
        assertThat(MannWhitney.smallest(5, 5)).isEqualTo(2.0 / 252, within(1e-12));
        assertThat(MannWhitney.smallest(4, 4)).isEqualTo(2.0 / 70, within(1e-12));
        assertThat(MannWhitney.smallest(1, 1)).isEqualTo(1);
        assertThatThrownBy(() -> test(new double[0], new double[1])).hasMessageContaining("first=0, second=1");
    }

    private static double[] stairs(int count, double shift) {
        double[] values = new double[count];
        Arrays.setAll(values, i -> i + shift);
        return values;
    }

    /** Looks at each way to take four of nine values, by pairs and not by ranks. */
    private static double counted(double[] one, double[] other) {
        double[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        double middle = one.length * other.length / 2.0;
        double distance = Math.abs(pairs(all, (1 << one.length) - 1) - middle);
        int far = 0;
        int ways = 0;
        for (int taken = 0; taken < 1 << all.length; taken++) {
            if (Integer.bitCount(taken) == one.length) {
                ways++;
                far += Math.abs(pairs(all, taken) - middle) >= distance ? 1 : 0;
            }
        }
        return (double) far / ways;
    }

    private static double pairs(double[] all, int taken) {
        double u = 0;
        for (int i = 0; i < all.length; i++) {
            for (int j = 0; j < all.length; j++) {
                if ((taken >> i & 1) == 1 && (taken >> j & 1) == 0) {
                    u += all[i] > all[j] ? 1 : all[i] == all[j] ? 0.5 : 0;
                }
            }
        }
        return u;
    }

    private static MannWhitney test(double[] first, double[] second) {
        return MannWhitney.of(first, second);
    }
}
