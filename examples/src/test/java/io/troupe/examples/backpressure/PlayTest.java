// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlayTest {
    /** One that never says where it listens. */
    @Test
    @Tag("process")
    void shouldNotWaitForReceiversWhenToldToEnd() throws Exception {
        CountDownLatch stopped = new CountDownLatch(1);
        List<Process> receivers = new CopyOnWriteArrayList<>();
        Play play = new Play(
                Scenario.FAST_SENDER,
                Control.NAK,
                3,
                stopped,
                () -> {
                    Process silent = silent();
                    receivers.add(silent);
                    stopped.countDown();
                    return silent;
                },
                point -> {});
        FutureTask<Optional<Outcome>> run = new FutureTask<>(play::run);
        Thread thread = new Thread(run, "play");
        thread.setDaemon(true);
        thread.start();
        assertThat(run.get(60, TimeUnit.SECONDS))
                .as("no outcome of what was not played")
                .isEmpty();
        assertThat(receivers).hasSize(Scenario.FAST_SENDER.receivers());
        for (Process receiver : receivers) {
            assertThat(receiver.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** It waits for an end of its input that does not come. */
    private static Process silent() {
        try {
            return new ProcessBuilder("cat").start();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
