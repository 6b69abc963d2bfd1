// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.member.FaultySchedule.Without;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The protocol of members under faults by chance: a few runs in the fast tier, a hundred in the full one, or as many as the
 * property {@code troupe.cluster.schedules} says, from the seed {@code troupe.cluster.seed} on.
 */
class FaultyScheduleTest {
    private static final int FEW = "fast".equals(System.getProperty("troupe.tests", "fast")) ? 20 : 100;

    /** A broken promise is found in so many runs. */
    private static final int ENOUGH = 300;

    private final long first = Long.getLong("troupe.cluster.seed", 1);

    @Test
    void shouldServeEachShardOnceAndStoreNothingOfEarlierOwners() {
        int runs = Integer.getInteger("troupe.cluster.schedules", FEW);
        for (long seed = first; seed < first + runs; seed++) {
            assertThat(violation(seed, Without.NOTHING)).as("seed=%s", seed).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(names = "NOTHING", mode = EnumSource.Mode.EXCLUDE)
    void shouldFindWhatIsMissing(Without without) {
        String found = "";
        for (long seed = first; seed < first + ENOUGH && found.isEmpty(); seed++) {
            found = violation(seed, without);
        }
        assertThat(found).contains(without == Without.LEASE ? "served by one member" : "earlier owner");
    }

    private static String violation(long seed, Without without) {
        try {
            new FaultySchedule(seed, without).run();
            return "";
        } catch (AssertionError e) {
            return String.valueOf(e.getMessage());
        }
    }
}
