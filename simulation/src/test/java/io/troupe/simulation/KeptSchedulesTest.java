// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Schedules under which a fault was found that is mended. Each file is named after its fault. */
class KeptSchedulesTest {
    static Stream<Arguments> schedules() {
        return Stream.of(found(
                "held-back-before-a-full-mailbox",
                "what a link held back came behind later messages of the next connection",
                LinksTest::orderedBeforeAFullMailbox));
    }

    private static Arguments found(String file, String fault, Consumer<Simulation> test) {
        return Arguments.of(file, fault, test);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("schedules")
    void shouldHoldUnderTheScheduleThatShowedAFault(String name, String fault, Consumer<Simulation> test)
            throws URISyntaxException {
        URL file =
                Objects.requireNonNull(KeptSchedulesTest.class.getResource("/schedules/" + name + ".schedule"), fault);
        SimulationOptions options = SimulationOptions.of(name);
        assertThat(Simulation.replay(Path.of(file.toURI()).toString(), options, test))
                .isNotEmpty();
    }
}
