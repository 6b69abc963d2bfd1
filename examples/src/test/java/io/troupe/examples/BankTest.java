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

class BankTest {
    @TempDir
    private Path folder;

    @Test
    @Tag("process")
    void shouldLoseNothingAndDoNothingTwiceWhileTheProcessIsKilled() throws Exception {
        Program bank = Program.start(
                "bank",
                "--accounts",
                "20",
                "--seconds",
                "1",
                "--kill",
                "2",
                "--json",
                "--db",
                folder.resolve("bank.db").toString());
        JsonNode result = bank.json();
        assertThat(result.get("accounts").asInt()).isEqualTo(20);
        assertThat(result.get("kills").asInt()).isEqualTo(2);
        assertThat(result.get("transfers").asInt()).isGreaterThan(128);
        assertThat(result.get("total").asLong()).isEqualTo(20_000);
        assertThat(result.get("expectedTotal").asLong()).isEqualTo(20_000);
        assertThat(result.get("duplicates").asLong()).isZero();
        assertThat(result.get("lost").asLong()).isZero();
    }

    @Test
    @Tag("process")
    void shouldLoseNothingAndDoNothingTwiceWhileAMemberIsKilled() throws Exception {
        Program bank = Program.start(
                "bank",
                "--cluster",
                "2",
                "--accounts",
                "20",
                "--seconds",
                "1",
                "--kill",
                "1",
                "--json",
                "--db",
                folder.resolve("bank.db").toString());
        JsonNode result = bank.json();
        assertThat(result.get("members").asInt()).isEqualTo(2);
        assertThat(result.get("kills").asInt()).isEqualTo(1);
        assertThat(result.get("moved").asLong()).isPositive();
        assertThat(result.get("worstUnavailableMillis").asLong()).isPositive();
        assertThat(result.get("total").asLong()).isEqualTo(20_000);
        assertThat(result.get("duplicates").asLong()).isZero();
        assertThat(result.get("lost").asLong()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "--cluster, 1, cluster must be at least 2: cluster=1",
        "--cluster, 17, cluster must be at most 16: cluster=17",
        "--accounts, 1, accounts must be at least 2: accounts=1",
        "--seconds, 0, seconds must be at least 1: seconds=0",
        "--kill, -1, kill must be at least 0: kill=-1",
        "--db, jdbc:mysql:x, db must be a file of SQLite or a URL of PostgreSQL: db=jdbc:mysql:x",
        "--db, missing/bank.db, db must be a file in a folder that exists: db=missing/bank.db"
    })
    void shouldRefuseWrongOptionsInOneSentence(String option, String value, String sentence) {
        StringWriter err = new StringWriter();
        CommandLine troupe = Troupe.commandLine().setErr(new PrintWriter(err));
        assertThat(troupe.execute("bank", option, value)).isEqualTo(2);
        assertThat(err.toString().lines()).containsExactly("troupe bank: " + sentence + " (try 'troupe bank --help')");
    }
}
