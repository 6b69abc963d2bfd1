// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code troupe sp} beside nanocat and nngcat: it talks to them, and prints the same bytes. Skipped where they are not on the
 * path, unless {@code -Dsp.peers=required}.
 */
@Tag("interop")
class SpPeersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Shell shell = new Shell();
    private final List<Process> processes = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void close() {
        processes.forEach(Process::destroyForcibly);
        shell.close();
    }

    @ParameterizedTest
    @CsvSource({
        "nanocat, raw",
        "nanocat, ascii",
        "nanocat, quoted",
        "nanocat, hex",
        "nanocat, msgpack",
        "nngcat, raw",
        "nngcat, hex",
        "nngcat, msgpack"
    })
    void shouldPrintTheSameBytes(String peer, String format) throws Exception {
        Path body = Files.write(directory.resolve("body"), HexFormat.of().parseHex("6122625c630a090d00017fc3a9207a"));
        String ours = "ipc://" + directory.resolve("o");
        Shell.Command pull = start("pull --count 1", "--bind", ours, "--format", format);
        start("push", "--connect", ours, "--file", body.toString()).done();
        pull.done();

        String theirs = "ipc://" + directory.resolve("t");
        Path printed = directory.resolve("printed");
        peer(peer, printed, "--pull", "--bind", theirs, "--format", format);
        start("push", "--connect", theirs, "--file", body.toString()).done();
        awaitBytes(printed, pull.bytes().length);
        assertThat(printed).hasBinaryContent(pull.bytes());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                "rep --data pong --count 1  | --req --data hi        | hi  | pong",
                "pull --count 1             | --push --data hi       | hi  | -",
                "pair --count 1             | --pair0 --data hi      | hi  | -",
                "bus --count 1              | --bus --data hi -i 1   | hi  | -",
                "pub --data hi              | --sub --subscribe h    | -   | hi",
                "req --data hi              | --rep --data pong      | pong | hi",
                "push --data hi             | --pull                 | -   | hi",
                "surveyor --data hi         | --respondent --data ho | ho  | hi",
                "respondent --data ho --count 1 | --surveyor --data hi -d 1 | hi | ho",
            })
    void shouldTalkToThem(String ours, String theirs, String wePrint, String theyPrint) throws Exception {
        for (String peer : List.of("nanocat", "nngcat")) {
            Path socket = directory.resolve(peer);
            boolean receives = !ours.startsWith("pu") || ours.startsWith("pull");
            String limit = receives ? " --recv-timeout 20" : " --send-timeout 20";
            Shell.Command command = start(ours + limit, "--bind", "ipc://" + socket);
            await(() -> Files.exists(socket)); // nngcat dials only once
            Path printed = directory.resolve(peer + ".out");
            List<String> line = new ArrayList<>(List.of(theirs.split(" ")));
            line.replaceAll(word -> word.equals("--pair0") && peer.equals("nanocat") ? "--pair" : word);
            line.addAll(List.of("--connect", "ipc://" + socket));
            if (theyPrint != null) {
                line.add("--raw");
            }
            peer(peer, printed, line.toArray(String[]::new));
            assertThat(command.done()).isEqualTo(wePrint == null ? "" : wePrint + "\n");
            if (theyPrint != null) {
                awaitBytes(printed, theyPrint.length());
                assertThat(printed).hasContent(theyPrint);
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "local-thr --bind     | remote_thr | 1000 messages in",
                "remote-thr --connect | local_thr  | 1000 messages sent in",
                "local-lat --bind     | remote_lat | 1000 requests answered in",
                "remote-lat --connect | local_lat  | 1000 round trips",
            })
    void shouldMeasureWithTheToolsOfNanomsg(String ours, String theirs, String wePrint) throws Exception {
        String uri = "ipc://" + directory.resolve("m");
        Path script = directory.resolve("nanomsg_perf.py");
        try (InputStream in = SpPeersTest.class.getResourceAsStream("nanomsg_perf.py")) {
            Files.copy(in, script);
        }
        assumeTrue(
                hasNanomsg(script) || "required".equals(System.getProperty("sp.peers")),
                "python3 or the library of nanomsg is not there");
        Process tool = new ProcessBuilder("python3", script.toString(), theirs, uri, "100", "1000")
                .redirectErrorStream(true)
                .start();
        processes.add(tool);
        String size = ours.startsWith("local-lat") ? "" : " --size 100";
        assertThat(start("perf " + ours + " " + uri + " --count 1000" + size).done())
                .contains(wePrint);
        try (BufferedReader said = tool.inputReader()) {
            assertThat(said.readLine()).isEqualTo("done");
            tool.getOutputStream().close();
            assertThat(tool.waitFor()).isZero();
        }
    }

    private static boolean hasNanomsg(Path script) throws InterruptedException {
        try {
            Process look = new ProcessBuilder("python3", script.toString())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return look.waitFor() == 0;
        } catch (IOException e) { // no Python
            return false;
        }
    }

    private Shell.Command start(String line, String... more) {
        List<String> all = new ArrayList<>(List.of("sp"));
        Stream.of(line.split(" ")).forEach(all::add);
        all.addAll(List.of(more));
        return shell.start(all.toArray(String[]::new));
    }

    private void peer(String name, Path printed, String... line) throws IOException {
        boolean present = Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        assumeTrue(present || "required".equals(System.getProperty("sp.peers")), name + " is not on the path");
        List<String> command = new ArrayList<>(List.of(name));
        command.addAll(List.of(line));
        processes.add(new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start());
    }

    private static void awaitBytes(Path file, int size) throws Exception {
        await(() -> Files.exists(file) && Files.size(file) >= size);
    }

    private interface Condition {
        boolean holds() throws IOException;
    }

    private static void await(Condition condition) throws Exception {
        long start = System.nanoTime();
        while (!condition.holds()) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
            TimeUnit.MILLISECONDS.sleep(10);
        }
    }
}
