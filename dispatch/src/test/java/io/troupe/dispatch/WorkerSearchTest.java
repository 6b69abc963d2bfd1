// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Await;
import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often a worker looks at others before it sleeps, where its work comes late. */
class WorkerSearchTest {
    private final WorkerGroup group = WorkerGroup.start(WorkerConfig.of("search", 2), new AffinityPolicy(), 1);
    private final Worker worker = group.worker(0);
    private final ProbeCell cell = new ProbeCell(worker);
    private int sent;

    @AfterEach
    void close() {
        assertThat(group.close(Duration.ofSeconds(10))).isTrue();
    }

    private void awaitSleep() {
        Await.until("the worker sleeps", () -> worker.queues().inbox.state() == WorkerInbox.PARKED);
    }

    /** One message after a long sleep; returns how often the worker has looked at the other one before it slept again. */
    private int looksAfterAMessage() {
        awaitSleep();
        long since = System.nanoTime();
        while (System.nanoTime() - since < SearchPatience.SHORT_NANOS) {
            Thread.onSpinWait();
        }
        int before = worker.counters.victim;
        cell.offer(new Note(0, sent++));
        Await.until("the message is delivered", () -> cell.deliveredCount() == sent);
        awaitSleep();
        return worker.counters.victim - before;
    }

    @Test
    void shouldLookLessAndLessForWorkThatComesLate() {
        int first = looksAfterAMessage();
        int last = 0;
        for (int i = 0; i < 10; i++) {
            last = looksAfterAMessage();
        }
        assertThat(last).as("looks after ten searches in vain").isBetween(1, first / 4);
    }
}
