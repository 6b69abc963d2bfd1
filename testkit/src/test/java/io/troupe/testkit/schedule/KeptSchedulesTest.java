// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.testkit.schedule.protocol.SmallProtocol;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The smallest failing schedules of the small protocols, and those of faults that were found in the core, in files that every
 * later version replays.
 */
class KeptSchedulesTest {
    private static Path file(SmallProtocol protocol) throws URISyntaxException {
        return file(protocol.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** The file of this name, without its ending. */
    static Path file(String name) throws URISyntaxException {
        URL found = KeptSchedulesTest.class.getResource("/schedules/" + name + ".schedule");
        return Path.of(Objects.requireNonNull(found, name).toURI());
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    void shouldFailUnderTheScheduleThatWasFound(SmallProtocol protocol) throws URISyntaxException {
        Path file = file(protocol);
        Schedules runs = Schedules.of(1).named(protocol.name());
        assertThatThrownBy(() -> runs.replay(file, protocol.body(false)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("the protocol must keep its promise");
    }

    @ParameterizedTest
    @EnumSource(SmallProtocol.class)
    void shouldHoldUnderTheSameScheduleOnceItIsRepaired(SmallProtocol protocol) throws URISyntaxException {
        Schedules runs = Schedules.of(1).named(protocol.name());
        assertThat(runs.replay(file(protocol), protocol.body(true))).isNotEmpty();
    }

    /** An ask that waited for a serial section was said not to be executed when its actor ended, though its method had run. */
    @Test
    void shouldTellTheTruthUnderTheScheduleThatShowedALie() throws URISyntaxException {
        assertThat(DebtsTest.replay(file("section-that-waited"))).isNotEmpty();
    }

    /** A thread that waited for room inside of its own wait slept for ever. */
    @Test
    @Timeout(60)
    void shouldWakeAThreadThatWaitsInsideOfItsOwnWait() throws URISyntaxException {
        assertThat(PacingTest.replay(file("wait-inside-of-a-wait"))).isNotEmpty();
    }
}
