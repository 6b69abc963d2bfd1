// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.examples.objstore.ZodbPython;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.zeo.ZeoServer;
import io.troupe.net.transport.Address;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code troupe objstore}, as a user runs it, in this process. */
class ObjstoreTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... line) {
        return Troupe.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(line);
    }

    @Test
    void shouldDumpAStorage() {
        Path file = ZodbPython.copy(folder, "fs30.fs");

        assertThat(run("objstore", "dump", file.toString())).isZero();
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString().lines())
                .contains("  object 0102030405060708  offset 70831  bytes 8")
                .anyMatch(line -> line.startsWith("transaction 040d3b3b62a3efee")
                        && line.endsWith("offset 4  user ann  the first"))
                .anyMatch(line -> line.endsWith("  deleted"))
                .anyMatch(line -> line.contains("  data of "))
                .last()
                .asString()
                .matches("transactions 12, records 15, last tid [0-9a-f]{16}, ends at 71177");
    }

    @Test
    void shouldDumpAStorageAsJson() throws IOException {
        Path file = ZodbPython.copy(folder, "fs30.fs");

        assertThat(run("objstore", "dump", "--json", file.toString())).isZero();
        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(12);
        JsonNode first = new ObjectMapper().readTree(lines.get(0));
        assertThat(first.get("user").asText()).isEqualTo("ann");
        assertThat(first.get("records")).hasSize(2);
        assertThat(first.get("records").get(1).get("oid").asText()).isEqualTo("0000000000000001");
    }

    @Test
    void shouldDumpUpToDamageAndNameItsOffset() throws IOException {
        Path file = ZodbPython.copy(folder, "fs30.fs");
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length - 1] ^= 1;
        Files.write(file, bytes);

        assertThat(run("objstore", "dump", file.toString())).isEqualTo(1);
        assertThat(err.toString().lines())
                .singleElement()
                .asString()
                .startsWith("troupe objstore dump: a transaction must have its length at both ends: offset=");
        assertThat(out.toString().lines().filter(line -> line.startsWith("transaction ")))
                .hasSize(11);
    }

    @Test
    void shouldSayInTheHelpHowASignalEndsIt() {
        for (String command : List.of("serve", "demo")) {
            out.getBuffer().setLength(0);
            assertThat(run("objstore", command, "--help")).isZero();
            assertThat(out.toString()).contains("130   ended by Ctrl-C", "143   ended by the signal TERM");
        }
    }

    // ---- load -----------------------------------------------------------------------------------------------------

    /** A server of the golden file; the rest of the test runs with its port. */
    private int load(String... options) throws IOException {
        Path file = ZodbPython.copy(folder, "fs30.fs");
        try (FileStorage storage = FileStorage.open(file);
                ZeoServer server = ZeoServer.reading(storage, line -> {})) {
            int port = server.listen(Address.parse("tcp://127.0.0.1:0"))
                    .await(Duration.ofSeconds(20))
                    .port();
            List<String> line = new ArrayList<>(List.of("objstore", "load", "--seconds", "0.03"));
            line.addAll(List.of(options));
            line.add("--fs");
            line.add(file.toString());
            line.add("here=zeo://127.0.0.1:" + port);
            line.add("again=zeo://127.0.0.1:" + port);
            return run(line.toArray(String[]::new));
        }
    }

    @Test
    void shouldMeasureServersInTurnAndDrawThem() throws IOException {
        Path plot = folder.resolve("load.svg");

        assertThat(load("-c", "1,3", "--rounds", "2", "--plot", plot.toString()))
                .as(err.toString())
                .isZero();
        assertThat(out.toString().lines().map(line -> line.replaceAll(" +[0-9,.]+ +[0-9,.]+ +[0-9,.]+ +[0-9,.]+$", "")))
                .containsExactly(
                        "window 1, every object checked, medians of 2 rounds",
                        "server                    clients    us/object     p50 us     p99 us    objects/s",
                        "here                            1",
                        "again                           1",
                        "here                            3",
                        "again                           3");
        assertThat(plot).content().startsWith("<svg").contains(">3 clients<", ">again<");
    }

    @Test
    void shouldPrintWhatBenchstatReads() throws IOException {
        assertThat(load("-c", "2", "--window", "4", "--bench")).isZero();
        assertThat(out.toString().lines())
                .hasSize(2)
                .allMatch(line ->
                        line.matches("BenchmarkObjstore/server=(here|again)/kind=read/window=4/c=2\t[1-9][0-9]*\t"
                                + "[1-9][0-9]* ns/op\t[0-9.]+ p50-us\t[0-9.]+ p99-us\t[0-9.]+ objects/s"));
    }

    @Test
    void shouldPrintFiguresAsJson() throws IOException {
        assertThat(load("-c", "2", "--prefetch", "--json")).isZero();
        JsonNode figures = new ObjectMapper().readTree(out.toString());
        assertThat(figures).hasSize(2);
        assertThat(figures.get(0).get("kind").asText()).isEqualTo("prefetch");
        assertThat(figures.get(0).get("objects").asLong()).isPositive();
        // every client sees the same time that the throughput tells of
        double product = figures.get(0).get("microsPerObject").asDouble()
                * figures.get(0).get("objectsPerSecond").asDouble();
        assertThat(product).isBetween(1.8e6, 2.2e6);
    }

    @Test
    void shouldMeasureCommits() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file);
                ZeoServer server = ZeoServer.writing(writer, line -> {})) {
            int port = server.listen(Address.parse("tcp://127.0.0.1:0"))
                    .await(Duration.ofSeconds(20))
                    .port();
            assertThat(run(
                            "objstore",
                            "load",
                            "--seconds",
                            "0.05",
                            "-c",
                            "3",
                            "--commit",
                            "--json",
                            "zeo://127.0.0.1:" + port))
                    .as(err.toString())
                    .isZero();
            assertThat(writer.storage().length()).isEqualTo(3);
        }
        JsonNode figures = new ObjectMapper().readTree(out.toString());
        assertThat(figures.get(0).get("kind").asText()).isEqualTo("commit");
    }

    @Test
    void shouldEndWithTheObjectThatIsWrong() throws IOException {
        Path file = ZodbPython.copy(folder, "fs30.fs");
        byte[] bytes = Files.readAllBytes(file);
        int data = new String(bytes, StandardCharsets.ISO_8859_1).lastIndexOf("root 2");
        try (FileStorage storage = FileStorage.open(file);
                ZeoServer server = ZeoServer.reading(storage, line -> {})) {
            int port = server.listen(Address.parse("tcp://127.0.0.1:0"))
                    .await(Duration.ofSeconds(20))
                    .port();
            Path good = Files.write(folder.resolve("good.fs"), bytes);
            bytes[data] ^= 1;
            Files.write(file, bytes);
            assertThat(run("objstore", "load", "--seconds", "0.03", "--fs", good.toString(), "zeo://127.0.0.1:" + port))
                    .isEqualTo(1);
        }
        assertThat(err.toString().strip())
                .isEqualTo(
                        "troupe objstore load: an object must have the bytes that it had before: oid=0000000000000000");
    }

    @Test
    void shouldServeOneStorageOnly() {
        assertThat(run("objstore", "serve", "--zeo", "127.0.0.1:0")).isEqualTo(2);
        assertThat(run("objstore", "serve", "--zeo", "127.0.0.1:0", "--fs", "a", "--sqlite", "b"))
                .isEqualTo(2);
        assertThat(run("objstore", "serve", "--zeo", "127.0.0.1:0", "--sqlite", "none"))
                .isEqualTo(2);
        assertThat(run("objstore", "serve", "--zeo", "127.0.0.1:0", "--fs", "a", "--connections", "0"))
                .isEqualTo(2);
        assertThat(run("objstore", "serve", "--zeo", "127.0.0.1:0", "--fs", "a", "--transaction-timeout", "0"))
                .isEqualTo(2);
        assertThat(err.toString().lines().map(line -> line.replaceAll("troupe objstore serve: | [(]try .*", "")))
                .containsExactly(
                        "a storage must be given: give --fs or --sqlite",
                        "only one of fs and sqlite may be given: fs=a, sqlite=b",
                        "a storage must be a file that can be read: sqlite=none",
                        "connections must be at least 1: connections=0",
                        "transaction-timeout must be at least 1: transaction-timeout=0");
    }

    @Test
    void shouldRefuseAServerThatIsWrittenWrongly() {
        assertThat(run("objstore", "load", "127.0.0.1:9100")).isEqualTo(2);
        assertThat(err.toString())
                .startsWith("troupe objstore load: a server must be written as zeo://host:port or name=zeo://host:port:"
                        + " server=127.0.0.1:9100");
    }

    // ---- demo -----------------------------------------------------------------------------------------------------

    @Test
    @Tag("process")
    void shouldShowCommitsToOtherProcesses() throws Exception {
        Program demo = Program.start("objstore", "demo", "--commits", "3", "--every", "300", "--python", "no-python");

        assertThat(demo.exit()).isZero();
        assertThat(demo.rest().lines())
                .contains("store     is empty: no Python with ZEO")
                .anyMatch(line -> line.matches("client 1  committed [0-9a-f]{16}: greeting 1 of 3"))
                .anyMatch(line -> line.matches("client 2  sees      [0-9a-f]{16}: greeting 3 of 3"))
                .anyMatch(line -> line.matches("client 3  sees      [0-9a-f]{16}: greeting 3 of 3"));
    }

    @Test
    @Tag("process")
    void shouldEndTheDemoInOrderWhenItIsInterrupted() throws Exception {
        Program demo =
                Program.start("objstore", "demo", "--commits", "100000", "--every", "10", "--python", "no-python");
        String serving = demo.await("serving ");
        demo.await("client 3  sees ");
        demo.interrupt();

        assertThat(demo.exit()).isEqualTo(143);
        assertThat(demo.rest()).doesNotContain("did not end in time");
        assertThat(Path.of(serving.replaceAll(".*serving (.*) at .*", "$1")).getParent())
                .doesNotExist();
    }

    @Test
    @Tag("process")
    void shouldEndTheDemoInOrderWhileItWaitsForPython() throws Exception {
        Path begun = folder.resolve("begun");
        assertThat(new ProcessBuilder("mkfifo", begun.toString()).start().waitFor())
                .isZero();
        Path python = Files.writeString(folder.resolve("python"), "#!/bin/sh\necho > " + begun + "\nexec sleep 60\n");
        assertThat(python.toFile().setExecutable(true)).isTrue();
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Program demo = Program.startWith(temporary, "objstore", "demo", "--python", python.toString());
        assertThat(Files.readString(begun)).isNotEmpty(); // waits for the other end
        demo.interrupt();

        assertThat(demo.exit()).isEqualTo(143);
        assertThat(demo.rest()).doesNotContain("did not end in time");
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(path -> path.getFileName().toString().startsWith("troupe-objstore")))
                    .isEmpty();
        }
    }

    // ---- wrong command lines --------------------------------------------------------------------------------------

    @Test
    void shouldRefuseAFileThatIsNotThere() {
        assertThat(run("objstore", "dump", "none.fs")).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("troupe objstore dump: a storage must be a file that can be read: file=none.fs"
                        + " (try 'troupe objstore dump --help')");
    }
}
