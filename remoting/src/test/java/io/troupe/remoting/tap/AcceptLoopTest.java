// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.tap;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptLoopTest {
    private static final int FAILURES = 15;

    /** What accepting leads to, one after the other; closed when nothing is left. */
    private final Deque<AcceptLoop.Source> script = new ArrayDeque<>();

    private final List<SocketChannel> accepted = new ArrayList<>();
    private final List<Long> pauses = new ArrayList<>();

    private void run() {
        new AcceptLoop(() -> !script.isEmpty(), () -> script.remove().accept(), accepted::add, pauses::add).run();
    }

    private void fail(int times) {
        for (int i = 0; i < times; i++) {
            script.add(() -> {
                throw new IOException("Too many open files");
            });
        }
    }

    private void succeed() throws IOException {
        SocketChannel channel = SocketChannel.open();
        channel.close();
        script.add(() -> channel);
    }

    @Test
    void shouldPauseForTwiceAsLongEachTimeWhileAcceptingFails() throws IOException {
        fail(FAILURES);
        succeed();
        run();
        assertThat(accepted).hasSize(1);
        assertThat(pauses).hasSize(FAILURES).startsWith(1_000_000L, 2_000_000L, 4_000_000L);
        assertThat(pauses.get(FAILURES - 1)).isEqualTo(AcceptLoop.LONGEST_PAUSE);
    }

    @Test
    void shouldPauseBrieflyAgainAfterAConnectionHasCome() throws IOException {
        fail(FAILURES);
        succeed();
        fail(1);
        succeed();
        run();
        assertThat(accepted).hasSize(2);
        assertThat(pauses).endsWith(AcceptLoop.LONGEST_PAUSE, AcceptLoop.SHORTEST_PAUSE);
    }

    @Test
    void shouldNotPauseWhenItsSocketIsClosed() {
        fail(1);
        run();
        assertThat(pauses).isEmpty();
    }

    @Test
    void shouldLogTheFirstFailureOnly() throws IOException {
        fail(FAILURES);
        succeed();
        fail(FAILURES);
        succeed();
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            run();
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8).lines())
                .singleElement()
                .asString()
                .contains("Too many open files");
    }
}
