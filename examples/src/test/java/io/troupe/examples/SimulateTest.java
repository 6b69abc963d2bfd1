// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code troupe simulate}, as a user runs it, in this process. */
class SimulateTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"philosophers", "lease", "register"})
    void shouldHoldUnderEverySchedule(String program) throws IOException {
        JsonNode result = json(0, program, "--schedules", "50");

        assertThat(result.get("schedules").asInt()).isEqualTo(50);
        assertThat(result.get("failures").asInt()).isZero();
        assertThat(result.get("smallest").isNull()).isTrue();
        assertThat(result.get("seed").isNull()).isTrue();
        assertThat(result.get("file").isNull()).isTrue();
        assertThat(result.get("schedulesPerSecond").asDouble()).isPositive();
    }

    @ParameterizedTest
    @CsvSource({"philosophers, 0, 20, 3", "lease, 0, 20, 1", "register, 313, 1, 5"})
    void shouldFindTheFaultOfTheWrongVariant(String program, String seed, String schedules, int most)
            throws IOException {
        JsonNode result = json(1, program, "--broken", "--seed", seed, "--schedules", schedules);

        assertThat(result.get("failures").asInt()).isPositive();
        assertThat(result.get("smallest").asInt()).isBetween(1, most);
        assertThat(result.get("seed").asLong()).isBetween(Long.parseLong(seed), Long.parseLong(seed) + 20);
        assertThat(run(program, "--broken", "--replay", result.get("file").asText()).code)
                .isEqualTo(1);
    }

    @Test
    void shouldDoTheSameUnderTheSameSeedAndSomethingElseUnderAnother() throws IOException {
        String first =
                json(0, "lease", "--schedules", "30", "--seed", "7").get("hash").asText();

        assertThat(json(0, "lease", "--schedules", "30", "--seed", "7")
                        .get("hash")
                        .asText())
                .isEqualTo(first);
        assertThat(json(0, "lease", "--schedules", "30", "--seed", "8")
                        .get("hash")
                        .asText())
                .isNotEqualTo(first);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"portfolio", "walk", "latencies", "slow-lanes", "priorities", "partial-order", "FIRST-COME"})
    void shouldPickByEachStrategy(String strategy) throws IOException {
        assertThat(json(0, "register", "--schedules", "5", "--strategy", strategy)
                        .get("failures")
                        .asInt())
                .isZero();
    }

    @Test
    void shouldTellADrawnFailureInWordsAndReplayIt() throws IOException {
        Path picture = folder.resolve("found.svg");
        Shown shown = run("lease", "--broken", "--schedules", "20", "--svg", picture.toString());

        assertThat(shown.code).isEqualTo(1);
        assertThat(shown.err).isEmpty();
        assertThat(shown.out)
                .contains("failed     the counter must keep what was added: added=2, count=1")
                .containsPattern("first      seed \\d+, strategy \\S+, \\d+ events, hash [0-9a-f]{16}")
                .contains(
                        "why        fails if the 1st message from lease/lock to lease/ann arrives after the clock has reached")
                .contains("picture    " + picture);
        assertThat(picture).content().startsWith("<svg").contains("the counter must keep what was added", "held back");
        String again = shown.out
                .lines()
                .filter(line -> line.startsWith("again      troupe "))
                .findFirst()
                .orElseThrow()
                .replace("again      troupe ", "");

        Path second = folder.resolve("again.svg");
        Shown replayed =
                run((again + " --svg " + second).substring("simulate ".length()).split(" "));
        assertThat(replayed.code).isEqualTo(1);
        assertThat(replayed.out)
                .contains("failed     the counter must keep what was added: added=2, count=1")
                .containsPattern("waits      arrival \\S*lease/lock→\\S*lease/ann #1");
        assertThat(second).content().contains("held back");
    }

    @Test
    void shouldDrawTheHistoryOfARegister() throws IOException {
        Path picture = folder.resolve("register.svg");
        run("register", "--broken", "--seed", "313", "--schedules", "1", "--svg", picture.toString());

        assertThat(picture).content().contains("write x 1", "read x", "→ 0");
    }

    // ---- files that do not fit -----------------------------------------------------------------------------------

    @Test
    void shouldRefuseTheScheduleOfAnotherProgram() throws IOException {
        assertThat(refused(found(), "register", "--broken"))
                .isEqualTo("troupe simulate: a schedule must be replayed by the test that it was recorded with:"
                        + " recorded=lease-broken, replayed=register-broken (try 'troupe simulate --help')");
    }

    @Test
    void shouldRefuseAScheduleUnderWhichTheProgramNowDoesSomethingElse() throws IOException {
        List<String> lines = Files.readAllLines(found());
        lines.replaceAll(line -> line.startsWith("hash: ") ? "hash: 1" : line);

        assertThat(refused(Files.write(folder.resolve("other.schedule"), lines), "lease", "--broken"))
                .startsWith("troupe simulate: a schedule must be replayed by the program that it was recorded with:"
                        + " recorded=1, replayed=");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "troupe schedule 1 | troupe schedule 9 | a schedule must begin with 'troupe schedule 1'",
                "seed: \\d+        | seed: many        | seed, times and hash must be numbers",
                "realism: \\S+     | realism: NONE     | realism must be one of",
                "hash: \\S+        | hash              | a line must be 'name: value'",
                "waits: .*         | waits: x y        | an event that waits must have key, rank and name",
                "waits: \\S+ \\S+  | waits: x y        | key and rank must be numbers",
                "times: \\d+       | other: 1          | a schedule must have a line 'times'",
            })
    void shouldRefuseADamagedSchedule(String part, String damage, String expected) throws IOException {
        String text = Files.readString(found());
        String damaged = text.replaceFirst(part, damage);
        assertThat(damaged).isNotEqualTo(text);

        assertThat(refused(Files.writeString(folder.resolve("damaged.schedule"), damaged), "lease", "--broken"))
                .startsWith("troupe simulate: " + expected);
    }

    @Test
    void shouldRefuseWhatCannotBeReadAsText() throws IOException {
        Path bytes = Files.write(folder.resolve("bytes"), new byte[] {(byte) 0xff, 0, (byte) 0xfe});
        String expected = "troupe simulate: a schedule must be a file that can be read: file=";

        assertThat(refused(bytes, "lease")).startsWith(expected);
        assertThat(refused(folder, "lease")).startsWith(expected);
        assertThat(refused(folder.resolve("none"), "lease")).startsWith(expected);
    }

    private static Path found() {
        Shown shown = run("lease", "--broken", "--schedules", "5");
        assertThat(shown.code).isEqualTo(1);
        return Path.of(shown.out.replaceAll("(?s).*file       (\\S+).*", "$1"));
    }

    private static String refused(Path file, String... line) {
        String[] all = Arrays.copyOf(line, line.length + 2);
        all[line.length] = "--replay";
        all[line.length + 1] = file.toString();
        Shown shown = run(all);
        assertThat(shown.code).isEqualTo(2);
        assertThat(shown.out).isEmpty();
        assertThat(shown.err.lines()).hasSize(1);
        return shown.err.strip();
    }

    // ---- other processes -----------------------------------------------------------------------------------------

    @ParameterizedTest
    @ValueSource(strings = {"philosophers", "lease", "register"})
    @Tag("process")
    void shouldDoTheSameInEveryProcess(String program) throws Exception {
        JsonNode here = json(0, program, "--schedules", "200", "--seed", "5");
        JsonNode there = Program.start("simulate", program, "--schedules", "200", "--seed", "5", "--json")
                .json();

        assertThat(there.get("hash")).isEqualTo(here.get("hash"));
    }

    private record Shown(int code, String out, String err) {}

    private static Shown run(String... line) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] all = new String[line.length + 1];
        all[0] = "simulate";
        System.arraycopy(line, 0, all, 1, line.length);
        int code = Troupe.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(all);
        return new Shown(code, out.toString(), err.toString());
    }

    private static JsonNode json(int code, String... line) throws IOException {
        String[] all = Arrays.copyOf(line, line.length + 1);
        all[line.length] = "--json";
        Shown shown = run(all);
        assertThat(shown.err).isEmpty();
        assertThat(shown.code).isEqualTo(code);
        assertThat(shown.out.lines()).hasSize(1);
        return new ObjectMapper().readTree(shown.out.getBytes(StandardCharsets.UTF_8));
    }
}
