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
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
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
        Set<ProcessHandle> others = children();
        Progress bar = new Progress(new PrintWriter(Writer.nullWriter()), false, Course.STEPS);
        Course course = new Course(1, 0, bar);
        course.end();
        Database database = new Database(folder.resolve("state.db").toString());
        try (Crew crew = new Crew("bank", database, SIZE, "crew", new Silent())) {
            assertThatThrownBy(() -> crew.start(course))
                    .isInstanceOf(IOException.class)
                    .hasMessage("members must be ready in time: ready=0, of=8, toldToEnd=true");
            Set<ProcessHandle> members = children();
            members.removeAll(others);
            assertThat(members).hasSize(SIZE);
            for (ProcessHandle each : members) {
                new ProcessBuilder("kill", "-STOP", Long.toString(each.pid()))
                        .start()
                        .waitFor();
            }
        }
        assertThat(others).containsAll(children());
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toCollection(HashSet::new));
    }

    /** Nobody says anything. */
    private static final class Silent implements Crew.Listener {
        @Override
        public void said(MemberProcess by, String line) {}

        @Override
        public void ended(MemberProcess gone) {}
    }
}
