// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class TroupeTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final CommandLine troupe =
            Troupe.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

    @Test
    void shouldPrintHelp() {
        assertThat(troupe.execute("--help")).isZero();
        assertThat(out.toString()).startsWith("Usage: troupe");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "pi --version", "sp perf thr --version"})
    void shouldPrintVersion(String line) {
        assertThat(troupe.execute(line.split(" "))).isZero();
        assertThat(out.toString()).startsWith("troupe ");
    }

    @Test
    void shouldAnswerUnknownOptionWithOneLineAndExitCodeTwo() {
        assertThat(troupe.execute("--nonsense")).isEqualTo(2);
        assertThat(err.toString().lines()).hasSize(1).first().asString().startsWith("troupe: ");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldAnswerMissingCommandWithUsageAndExitCodeTwo() {
        assertThat(troupe.execute()).isEqualTo(2);
        assertThat(err.toString()).startsWith("Usage: troupe").contains("philosophers", "pi");
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void shouldExplainWhatTheAdaptiveDispatcherDecides() {
        assertThat(troupe.execute("pi", "--jobs", "1000", "--dispatcher", "adaptive", "--explain", "--json"))
                .isZero();
        assertThat(err.toString().lines()).last().asString().startsWith("explain  all in all: ");
        assertThat(out.toString().lines()).hasSize(1).first().asString().startsWith("{\"pi\":3.1");
    }

    @Test
    void shouldRefuseToExplainDispatchersThatDecideNothing() {
        assertThat(troupe.execute("philosophers", "--dispatcher", "dedicated", "--explain"))
                .isEqualTo(2);
        assertThat(err.toString().lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("explain needs the adaptive dispatcher: dispatcher=dedicated");
    }
}
