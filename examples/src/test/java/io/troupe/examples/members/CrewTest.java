// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.cluster.view.ClusterView;
import io.troupe.cluster.view.MemberView;
import io.troupe.examples.cli.Progress;
import io.troupe.examples.cluster.Database;
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
            assertThat(crew.start(course)).isFalse();
            assertThat(freeze(others)).isEqualTo(SIZE);
        }
        assertThat(others).containsAll(children());
    }

    /** Those that stand still can neither answer nor leave. */
    @Test
    @Tag("process")
    @Timeout(300)
    void shouldLeaveNoLivingMemberBehindWhenToldToEnd() throws Exception {
        Set<ProcessHandle> others = children();
        Progress bar = new Progress(new PrintWriter(Writer.nullWriter()), false, Course.STEPS);
        Course course = new Course(1, 0, bar);
        Database database = new Database(folder.resolve("state.db").toString());
        try (Crew crew = new Crew("bank", database, 2, "crew", new Silent())) {
            assertThat(crew.start(course)).isTrue();
            course.end();
            freeze(others);
        }
        assertThat(others).containsAll(children());
        try (ClusterView view = database.view()) {
            assertThat(view.members()).hasSize(2).noneMatch(MemberView::isLiving);
        }
    }

    /** Stops the members as they are; returns how many. */
    private static int freeze(Set<ProcessHandle> others) throws Exception {
        Set<ProcessHandle> members = children();
        members.removeAll(others);
        for (ProcessHandle each : members) {
            new ProcessBuilder("kill", "-STOP", Long.toString(each.pid()))
                    .start()
                    .waitFor();
        }
        return members.size();
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
