// SPDX-License-Identifier: Apache-2.0
package io.troupe.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.torture.Hosts;
import io.troupe.core.torture.Torture;
import io.troupe.core.torture.WaitingRoom;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Everything at once, on every dispatcher and with every mailbox: actors tell, ask, forward, wait, fail, restart, end, are
 * replaced and moved, while threads outside do the same. All messages are accounted for, in order, one at a time, every ask
 * settles, and no actor that has ended is kept.
 *
 * <p>Each combination takes {@code -Dtroupe.torture.millis}. A failure names its seed, which {@code -Dtroupe.torture.seed} takes;
 * threads make no run like the other, but the same seed disturbs in the same order.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class TortureTest {
    private static final long MILLIS = Long.getLong("troupe.torture.millis", 30);
    private static final long SEED = Long.getLong("troupe.torture.seed", System.nanoTime());

    static Stream<Arguments> combinations() {
        return Arrays.stream(Hosts.values())
                .filter(Hosts::areAvailable)
                .flatMap(hosts -> Arrays.stream(WaitingRoom.values()).map(room -> Arguments.of(hosts, room)));
    }

    @ParameterizedTest
    @MethodSource("combinations")
    void shouldAccountForEveryMessageWhateverHappens(Hosts hosts, WaitingRoom room) {
        String name = "hosts=" + hosts + ", mailbox=" + room + ", seed=" + SEED;
        try (Torture torture = new Torture(hosts, room, SEED)) {
            torture.run(MILLIS);
            torture.end();
            assertThat(torture.violations()).as(name).isEmpty();
        }
    }
}
