// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class PlayTest {
    /** One that stands still before it has said where it listens. */
    @Test
    @Tag("process")
    void shouldNotWaitForReceiversWhenToldToEnd() throws Exception {
        Set<ProcessHandle> others = children();
        CountDownLatch stopped = new CountDownLatch(1);
        Play play = new Play(Scenario.FAST_SENDER, Control.NAK, 3, stopped, point -> {});
        FutureTask<Outcome> run = new FutureTask<>(play::run);
        Thread thread = new Thread(run, "play");
        thread.setDaemon(true);
        thread.start();
        Set<ProcessHandle> receivers = children();
        while (!receivers.removeAll(others) && receivers.isEmpty()) {
            Thread.yield();
            receivers = children();
        }
        ProcessHandle receiver = receivers.iterator().next();
        new ProcessBuilder("kill", "-STOP", Long.toString(receiver.pid()))
                .start()
                .waitFor();
        stopped.countDown();
        assertThat(run.get(60, TimeUnit.SECONDS).line()).contains(Scenario.FAST_SENDER.toString());
        receiver.onExit().get(60, TimeUnit.SECONDS);
    }

    private static Set<ProcessHandle> children() {
        return ProcessHandle.current().children().collect(Collectors.toCollection(HashSet::new));
    }
}
