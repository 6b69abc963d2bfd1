// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.bench.run.plan.Cell;
import io.troupe.bench.run.plan.Part;
import io.troupe.bench.run.plan.Plan;
import io.troupe.bench.run.plan.Profile;
import io.troupe.bench.run.plan.Start;
import io.troupe.bench.run.plan.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionTest {
    private final Limit limit = new Limit(0);

    @TempDir
    private Path dir;

    /** Measures nothing. */
    static final class Program {
        private Program() {}

        public static void main(String[] args) {
            System.out.println("{\"figure\":1}");
        }
    }

    @AfterEach
    void close() {
        limit.close();
    }

    @Test
    void shouldRecordThatFilesCannotBeWritten() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        Files.delete(folder.raw());
        Session session = session(folder);
        assertThatThrownBy(() -> run(session)).isInstanceOf(NoSuchFileException.class);
        assertThat(folder.readRecord().path("state").asText())
                .startsWith("failed: file cannot be read or written: java.nio.file.NoSuchFileException: ");
        assertThat(session.interrupt()).as("what has ended is not interrupted").isFalse();
    }

    @Test
    void shouldRecordThatAllWasMeasured() throws IOException {
        Folder folder = Folder.prepare(dir.resolve("out"));
        assertThat(run(session(folder))).isTrue();
        assertThat(folder.readRecord().path("state").asText()).isEqualTo(RunRecord.FINISHED);
        assertThat(folder.raw("a-b")).content().isEqualToIgnoringWhitespace("[{\"figure\":1}]");
    }

    @Test
    void shouldMeasureAPeerAgainThatFailedOnce() throws IOException {
        FailsOnceBenchmark.failed.set(false);
        Folder folder = Folder.prepare(dir.resolve("out"));
        assertThat(run(session(folder, cell("peer")))).isTrue();
        assertThat(folder.raw("a-b")).content().contains("FailsOnceBenchmark.peer");
        assertThat(folder.readRecord().path("notes")).anySatisfy(mark -> assertThat(mark.asText())
                .contains("FailsOnceBenchmark.peer: measured again: ", "connection must hold: port=1"));
    }

    @Test
    void shouldNotForgiveAFailureOfOurs() throws IOException {
        FailsOnceBenchmark.failed.set(false);
        Folder folder = Folder.prepare(dir.resolve("out"));
        assertThat(run(session(folder, cell("troupe")))).isFalse();
        assertThat(folder.raw("a-b")).doesNotExist();
    }

    private static Cell cell(String method) {
        return new Cell(FailsOnceBenchmark.class.getName() + "." + method, new TreeMap<>(), 1);
    }

    private static boolean run(Session session) throws IOException {
        return session.run(new RunReport.Surroundings(Map.of(), List.of()), List.of());
    }

    private Session session(Folder folder) {
        return session(folder, new Start("a.b", Start.Kind.PRINTED, List.of(), List.of(Program.class.getName()), 1));
    }

    private Session session(Folder folder, Work work) {
        Plan plan = new Plan(List.of(new Part("a", "a-b", List.of(work), 1)), List.of());
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        return new Session(
                plan,
                folder,
                new RunRecord(folder, Profile.QUICK, plan),
                new JmhFork(Profile.QUICK.with(1, 1).asInProcess(), List.of()),
                limit,
                new Progress(nowhere, false, 1, 1, System::nanoTime));
    }
}
