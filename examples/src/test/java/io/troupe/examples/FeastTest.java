// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Dining philosophers in several processes. */
class FeastTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("process")
    void shouldDineOnWhileProcessesAreKilled() throws Exception {
        Program dinner = Program.start(
                "philosophers",
                "--cluster",
                "2",
                "--count",
                "5",
                "--seconds",
                "1",
                "--think",
                "0-20",
                "--eat",
                "0-20",
                "--kill",
                "2",
                "--json",
                "--db",
                folder.resolve("table.db").toString());
        JsonNode result = dinner.json();
        assertThat(result.get("philosophers").asInt()).isEqualTo(5);
        assertThat(result.get("members").asInt()).isEqualTo(2);
        assertThat(result.get("kills").asInt()).isEqualTo(2);
        assertThat(result.get("moved").asLong()).isPositive();
        assertThat(result.get("meals").asLong()).isGreaterThanOrEqualTo(10);
        assertThat(result.get("minMeals").asLong()).isPositive();
        assertThat(result.get("hungry").asLong()).isZero();
        assertThat(result.get("heldTwice").asLong()).isZero();
        assertThat(result.get("notReturned").asLong()).isZero();
        assertThat(result.get("miscounted").asLong()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--cluster 1 | cluster must be at least 2: cluster=1",
                "--cluster 17 | cluster must be at most 16: cluster=17",
                "--cluster --count 1001 | count must be at most 1000: count=1001",
                "--cluster --kill -1 | kill must be at least 0: kill=-1",
                "--kill 1 | kill and db are for dinner in several processes: give --cluster, too",
                "--cluster --db missing/table.db | db must be a file in a folder that exists: db=missing/table.db",
                "--cluster --stats | cluster must be without options for one process: listen=null, connect=null,"
                        + " workers=null, stats=true, explain=false"
            })
    void shouldRefuseWrongOptionsInOneSentence(String options, String sentence) {
        StringWriter err = new StringWriter();
        CommandLine troupe = Troupe.commandLine().setErr(new PrintWriter(err));
        assertThat(troupe.execute(("philosophers " + options).split(" "))).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly("troupe philosophers: " + sentence + " (try 'troupe philosophers --help')");
    }
}
