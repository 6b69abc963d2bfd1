// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.troupe.examples.objstore.ZodbPython;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    void shouldRefuseAFileThatIsNotThere() {
        assertThat(run("objstore", "dump", "none.fs")).isEqualTo(2);
        assertThat(err.toString().strip())
                .isEqualTo("troupe objstore dump: a storage must be a file that can be read: file=none.fs"
                        + " (try 'troupe objstore dump --help')");
    }
}
