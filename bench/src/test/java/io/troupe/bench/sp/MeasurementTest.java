// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.sp.measure.Outcome;
import io.troupe.bench.sp.stack.Program;
import io.troupe.bench.sp.stack.SpStack;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MeasurementTest {
    private static final String SHORT = "0.05";
    private static final String LONG = "10";

    @Tag("process")
    @ParameterizedTest
    @CsvSource({"pair-inproc-4k, 2", "pair-ipc-64k, 2", "pair-tcp-4k, 1", "lat-inproc, 1", "lat-tcp, 2"})
    void shouldMeasureTheFloorEndToEnd(String cell, int threads) throws IOException, InterruptedException {
        assertMeasures("nio", cell, threads);
    }

    @Tag("process")
    @ParameterizedTest
    @CsvSource({"jeromq, pair-inproc-4k, 2", "jeromq, lat-tcp, 1", "netty, pair-tcp-64k, 2", "netty, pair-tcp-4k, 1"})
    void shouldMeasureLibrariesInJava(String stack, String cell, int threads) throws IOException, InterruptedException {
        assumeNothingIsMissing(Stacks.named(stack).program());
        assertMeasures(stack, cell, threads);
    }

    @Tag("process")
    @ParameterizedTest
    @ValueSource(strings = {"c", "nanomsg", "nng"})
    void shouldMeasureDriversWhereTheyCanBeBuilt(String stack) throws IOException, InterruptedException {
        assumeNothingIsMissing(Stacks.named(stack).program());
        assertMeasures(stack, "pair-inproc-4k", 2);
        assertMeasures(stack, "pair-tcp-4k", 1);
        assertMeasures(stack, "lat-ipc", 1);
    }

    @Test
    void shouldSayInOneLineWhyARoleFailed() {
        Program nobody = Program.of(List.of(javaCommand(), "-version"));
        assertThatIllegalStateException()
                .isThrownBy(() ->
                        measurement("nio", nobody, "pair-tcp-4k", 1, SHORT).run())
                .withMessageContaining("receive: process must not end early")
                .withMessageNotContaining("\n");
    }

    private static void assertMeasures(String stack, String cell, int threads)
            throws IOException, InterruptedException {
        Program program = Stacks.named(stack).program();
        Outcome outcome = measurement(stack, program, cell, threads, SHORT).run();
        if (outcome.count() == 0) { // on a busy machine a program may not have its turn in so short a time
            outcome = measurement(stack, program, cell, threads, LONG).run();
        }
        assertThat(outcome.count()).isPositive();
        assertThat(outcome.bytes())
                .isEqualTo(outcome.count() * Cell.of(cell, threads).bytes());
        assertThat(outcome.nanos()).isGreaterThanOrEqualTo(50_000_000);
        assertThat(outcome.p50Nanos() > 0).isEqualTo(cell.startsWith("lat"));
        assertThat(outcome.p99Nanos()).isGreaterThanOrEqualTo(outcome.p50Nanos());
    }

    private static Measurement measurement(String name, Program program, String cell, int threads, String seconds) {
        SpStack stack = Stacks.named(name);
        Map<String, String> defaults = new TreeMap<>(SpOptions.DEFAULTS);
        defaults.putAll(Map.of("stacks", name, "cells", cell, "seconds", seconds, "warmup", "0.01", "jvm", "-Xmx128m"));
        SpOptions options = SpOptions.of(Arguments.parse(List.of(), defaults));
        return new Measurement(options.run(), stack, program, Cell.of(cell, threads));
    }

    /** Skips visibly. */
    private static void assumeNothingIsMissing(Program program) {
        assumeThat(program.missing()).as("what is missing").isEmpty();
    }

    private static String javaCommand() {
        return ProcessHandle.current().info().command().orElse("java");
    }
}
