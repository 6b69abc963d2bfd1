// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.support.LoadedClasses;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a program brings in until it listens at its first address. */
class FirstAddressTest {
    @Test
    void shouldListenWithoutCalendarsAndLanguages() throws Exception {
        List<String> lines = LoadedClasses.of(Program.class);
        int begin = lines.indexOf("begins");
        int end = lines.indexOf("listens");
        assertThat(begin).isPositive().isLessThan(end);
        assertThat(lines.subList(begin, end))
                .anyMatch(line -> line.startsWith("io.troupe.remoting."))
                .noneMatch(line -> line.startsWith("java.text."))
                .noneMatch(line -> line.startsWith("java.util.Calendar"))
                .noneMatch(line -> line.startsWith("sun.util.locale.provider."))
                .noneMatch(line -> line.startsWith("sun.util.cldr."));
    }

    /** The program. */
    public static final class Program {
        private Program() {}

        public static void main(String[] args) {
            try (ActorSystem system = ActorSystem.start()) {
                System.out.println("begins");
                Remoting.on(system).listen("tcp://127.0.0.1:0").await(Duration.ofSeconds(30));
                System.out.println("listens");
            }
        }
    }
}
