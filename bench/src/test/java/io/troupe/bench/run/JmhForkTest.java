// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.BenchException;
import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Profile;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JmhForkTest {
    @TempDir
    private Path dir;

    @Test
    void shouldSayWhyALaterIterationFailed() {
        Cell cell = new Cell(FailsLaterBenchmark.class.getName() + ".empty", new TreeMap<>(), 1);
        JmhFork fork = new JmhFork(Profile.QUICK.with(1, 1).asInProcess(), List.of());
        assertThatThrownBy(() -> fork.run(cell, dir.resolve("a-b.txt")))
                .isInstanceOf(BenchException.class)
                .hasMessage(
                        "benchmark failed: java.lang.IllegalStateException: table must be there: seats=5 (see log/a-b.txt)");
    }
}
