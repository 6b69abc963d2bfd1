// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs commands as processes that talk to each other. */
class LinksTest {
    private final List<Program> programs = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        programs.forEach(program -> program.kill());
    }

    @Tag("process")
    @ParameterizedTest
    @ValueSource(strings = {"binary", "cbor", "json"})
    void shouldEatAtATableOfAnotherProcess(String encoding) throws Exception {
        Program table = start("philosophers", "--listen", "tcp://127.0.0.1:0", "--encoding", encoding);
        Program guests = guests(table.address(), "--count", "50", "--encoding", encoding);

        JsonNode result = guests.json();
        assertThat(result.get("meals").asInt()).isPositive();
        assertThat(result.get("deadlocks").asInt()).isZero();
        table.await("(50 guests) sat down");
        table.await("(50 guests) left");
    }

    @Tag("process")
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldEatBehindTlsWithCertificatesMadeHere() throws Exception {
        assertThat(start("certificates", directory.toString()).exit()).isZero();
        assertThat(directory.resolve("key.pem")).exists();
        String tls = directory.toString();
        Program table = start("philosophers", "--listen", "tls://127.0.0.1:0", "--certificates", tls);
        assertThat(guests(table.address(), "--certificates", tls)
                        .json()
                        .get("meals")
                        .asInt())
                .isPositive();
    }

    @Tag("process")
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldGiveForksOfKilledGuestsToOthersAndSeatThemAtTheNextTable() throws Exception {
        String address = "ipc://" + directory.resolve("t.sock");
        Program table = start("philosophers", "--listen", address);
        table.address();
        Program staying = start("philosophers", "--connect", address, "--count", "40", "--seconds", "600");
        Program dying = start("philosophers", "--connect", address, "--count", "60", "--seconds", "600");
        table.await("(60 guests) sat down");
        staying.await("meals");
        dying.kill();
        table.await("(60 guests) lost");
        table.await("parties 1  guests 40");

        table.kill();
        table.exit();
        staying.await("no table at the moment");
        Files.deleteIfExists(directory.resolve("t.sock"));
        Program next = start("philosophers", "--listen", address);
        next.await("(40 guests) sat down");
        next.interrupt();
        next.await("forks missing: ");
    }

    @Test
    void shouldSayInOneLineThatThereIsNoTable() throws Exception {
        Program guests = start("philosophers", "--connect", "ipc://" + directory.resolve("none.sock"));
        guests.await("troupe philosophers: no link could be made: address=ipc:");
        assertThat(guests.exit()).isEqualTo(1);
    }

    @Tag("process")
    @Test
    void shouldShowFramesAsJson() throws Exception {
        Program table = start("philosophers", "--listen", "tcp://127.0.0.1:0");
        Program tap = start("tap", table.address(), "--listen", "tcp://127.0.0.1:0");
        guests(tap.address()).json();
        JsonNode call = new ObjectMapper().readTree(tap.await("\"frame\":\"call\""));
        assertThat(call.get("target").asText()).isEqualTo("table");
        assertThat(call.get("method").asText()).startsWith("join(");
        assertThat(call.get("from").asText()).isEqualTo(">");
        assertThat(call.get("arguments").get(1).asInt()).isEqualTo(5);
    }

    @Tag("process")
    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    void shouldPlayWithARealReceiver() throws Exception {
        Path picture = directory.resolve("a.svg");
        String[] line = {"backpressure", "--scenario", "pause", "--seconds", "3", "--json", "--svg", picture.toString()
        };
        JsonNode result = start(line).json().get(0);
        assertThat(result.get("scenario").asText()).isEqualTo("pause");
        assertThat(result.get("goodput").asDouble()).isPositive();
        assertThat(picture).content().startsWith("<svg");
    }

    private Program guests(String address, String... more) throws IOException {
        List<String> line = new ArrayList<>(List.of("philosophers", "--connect", address, "--seconds", "1", "--json"));
        line.addAll(List.of("--think", "0-20", "--eat", "1-20"));
        line.addAll(List.of(more));
        return start(line.toArray(String[]::new));
    }

    private Program start(String... line) throws IOException {
        Program program = Program.start(line);
        programs.add(program);
        return program;
    }
}
