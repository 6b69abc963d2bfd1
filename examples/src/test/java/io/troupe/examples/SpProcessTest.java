// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How {@code troupe sp} ends as a process. */
@EnabledOnOs({OS.LINUX, OS.MAC})
class SpProcessTest {
    private final List<Program> programs = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void end() {
        programs.forEach(Program::kill);
    }

    @Test
    void shouldEndInOrderWhenItIsToldTo() throws Exception {
        Program pull = start("pull", "-v", "--bind", uri());
        pull.await("listening on ");
        Program push = start("push", "--data", "hi", "--interval", "0.01", "-v", "--connect", uri());
        pull.await("connected: ");
        pull.await("hi");
        push.interrupt();
        assertThat(push.exit()).isEqualTo(128 + 15);
        pull.await("disconnected: ");
        pull.interrupt();
        assertThat(pull.exit()).isEqualTo(128 + 15);
        assertThat(push.rest()).doesNotContain("Exception", "in time");
        assertThat(pull.rest()).doesNotContain("Exception", "in time");
    }

    @Tag("process")
    @Test
    void shouldEndWithAFailureWhenNobodyReadsOn() throws Exception {
        Program pub = start("pub", "--data", "news", "--interval", "0.01", "--bind", uri());
        Program sub = start("sub", "--connect", uri());
        sub.await("news");
        sub.closeOutput();
        assertThat(sub.exit()).isEqualTo(1);
        pub.interrupt();
    }

    @Tag("process")
    @Test
    void shouldGoOnWhenThePeerIsKilled() throws Exception {
        Program first = start("rep", "--data", "one", "--bind", uri());
        Program req = start("req", "--data", "who?", "--interval", "0.05", "--resend-time", "0.5", "--connect", uri());
        req.await("one");
        first.kill();
        first.exit();
        start("rep", "--data", "two", "--bind", uri());
        req.await("two");
        req.interrupt();
        req.exit();
    }

    private String uri() {
        return "ipc://" + directory.resolve("s");
    }

    private Program start(String... line) throws Exception {
        List<String> command = new ArrayList<>(List.of("sp"));
        command.addAll(List.of(line));
        Program program = Program.start(command.toArray(String[]::new));
        programs.add(program);
        return program;
    }
}
