// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.bench.process.Child;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.measure.ServerMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChildTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final String MAIN = ProcessMain.class.getName();

    @Test
    void shouldStartAServerAndEndItWithItsInput() throws InterruptedException {
        Child server = start(ProcessMain.SERVER, "netty");
        int port = Integer.parseInt(server.await(ServerMain.PORT, LIMIT));
        assertThat(port).isBetween(1, 65_535);
        assertThat(server.alive()).isTrue();
        server.close();
        assertThat(server.alive()).isFalse();
    }

    @Test
    void shouldSayInOneLineWhyAProcessEndedEarly() {
        try (Child nobody = start(ProcessMain.SERVER, "carrier")) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> nobody.await(ServerMain.PORT, LIMIT))
                    .withMessageContaining("test: ")
                    .withMessageContaining("carrier")
                    .withMessageNotContaining("\n");
        }
    }

    @Test
    void shouldPassOnWhatTheProcessSays() {
        // Nobody listens at port 1 of the loopback interface.
        String[] client = {
            ProcessMain.CLIENT, "netty", "1", "0", Load.of("ask1").name(), "1", "1"
        };
        try (Child process = start(client)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> process.await(ServerMain.PORT, LIMIT))
                    .withMessageContaining("test: ")
                    .withMessageContaining("127.0.0.1")
                    .withMessageNotContaining("\n");
        }
    }

    private static Child start(String... args) {
        List<String> program = new ArrayList<>(List.of(args));
        program.add(0, MAIN);
        return Child.start("test", List.of("-Xmx128m"), program);
    }
}
