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
    private static final WorkerConfig CONFIG = WorkerConfig.of("search", 2);

    private WorkerGroup group;
    private Worker worker;
    private ProbeCell cell;
    private int sent;

    private void start(WorkerConfig config) {
        group = WorkerGroup.start(config, new AffinityPolicy(), 1);
        worker = group.worker(0);
        cell = new ProbeCell(worker);
    }

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

    private int looksAfterTenSearchesInVain() {
        int last = 0;
        for (int i = 0; i < 10; i++) {
            last = looksAfterAMessage();
        }
        return last;
    }

    @Test
    void shouldLookLessAndLessForWorkThatComesLate() {
        start(CONFIG);
        int first = looksAfterAMessage();
        assertThat(looksAfterTenSearchesInVain()).isBetween(1, first / 4);
    }

    @Test
    void shouldLookAsOftenAsTheUsersStrategySays() {
        start(CONFIG.idle(rounds -> rounds < 180)); // of those that each worker may do, whatever others do
        int first = looksAfterAMessage();
        assertThat(looksAfterTenSearchesInVain()).isEqualTo(first);
    }
}
