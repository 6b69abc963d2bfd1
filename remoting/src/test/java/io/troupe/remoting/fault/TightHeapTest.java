// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Several messages of 16 MiB at the same time, each over a link of its own, to a process of 64 MiB. */
@Tag("process")
class TightHeapTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int LARGE = 16 << 20;
    private static final int LINKS = 4;
    private static final int ROUNDS = 5;

    private final ActorSystem here = ActorSystem.start("here");
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private Process process;
    private BufferedReader out;

    @BeforeEach
    void startTheOtherProcess() throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx64m",
                        "-Dorg.slf4j.simpleLogger.defaultLogLevel=error",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        TightHeapNode.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        out = process.inputReader(StandardCharsets.UTF_8);
    }

    @AfterEach
    void end() {
        here.close();
        process.destroyForcibly();
    }

    @ParameterizedTest
    @EnumSource
    void shouldTakeOrRefuseEachAndKeepTheLinks(Encoding encoding) throws IOException {
        Remoting remoting = Remoting.on(here, RemotingConfig.production().limits(TightHeapNode.LIMITS));
        String address = "tcp://127.0.0.1:" + out.readLine();
        List<Sink> sinks = new ArrayList<>();
        for (int i = 0; i < LINKS; i++) {
            Link link = remoting.connect(address, encoding).await(LIMIT);
            link.onChange((state, why) -> changes.add(state + " " + why));
            sinks.add(link.lookup("sink", Sink.class));
        }
        byte[] large = new byte[LARGE];
        large[LARGE - 1] = 1;
        int taken = 0;
        int refused = 0;
        for (int round = 0; round < ROUNDS; round++) {
            List<Promise<Integer>> answers = new ArrayList<>();
            for (Sink sink : sinks) {
                answers.add(sink.weigh(large));
            }
            for (Promise<Integer> answer : answers) {
                try {
                    assertThat(answer.await(LIMIT)).isEqualTo(LARGE + 1);
                    taken++;
                } catch (CallRefusedException e) {
                    assertThat(e)
                            .hasMessageContaining("reason=BUSY")
                            .hasMessageContaining(
                                    "a message in pieces must find room in the memory of all queues: limit=");
                    refused++;
                }
            }
            for (Sink sink : sinks) {
                assertThat(sink.echo(round).await(LIMIT)).isEqualTo(round);
            }
        }

        assertThat(changes).isEmpty();
        assertThat(taken).isGreaterThanOrEqualTo(ROUNDS);
        assertThat(refusedThere()).isEqualTo(refused);
        assertThat(sinks.get(0).weigh(large).await(LIMIT)).isEqualTo(LARGE + 1);
    }

    /** When all memory has been given back there. */
    private int refusedThere() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return Integer.parseInt(out.readLine());
    }
}
