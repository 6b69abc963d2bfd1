// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.examples.cli.Progress;
import io.troupe.examples.cluster.Database;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class CrewTest {
    private static final int SIZE = 8;

    @TempDir
    private Path folder;

    @Test
    @Tag("process")
    @Timeout(60) // ten seconds for each of them are more
    void shouldNotWaitForMembersThatHaveDoneNothing() throws Exception {
        Progress bar = new Progress(new PrintWriter(Writer.nullWriter()), false, Course.STEPS);
        Course course = new Course(1, 0, bar);
        course.end();
        Database database = new Database(folder.resolve("state.db").toString());
        try (Crew crew = new Crew("bank", database, SIZE, "crew", new Silent())) {
            assertThatThrownBy(() -> crew.start(course))
                    .isInstanceOf(IOException.class)
                    .hasMessage("members must be ready in time: ready=0, of=8, toldToEnd=true");
            List<ProcessHandle> members = ProcessHandle.current().children().toList();
            assertThat(members).hasSize(SIZE);
            for (ProcessHandle each : members) {
                new ProcessBuilder("kill", "-STOP", Long.toString(each.pid()))
                        .start()
                        .waitFor();
            }
        }
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    /** Nobody says anything. */
    private static final class Silent implements Crew.Listener {
        @Override
        public void said(MemberProcess by, String line) {}

        @Override
        public void ended(MemberProcess gone) {}
    }
}
