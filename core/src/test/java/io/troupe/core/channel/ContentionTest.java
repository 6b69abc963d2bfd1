// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.channel;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellThread;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ContentionTest {
    @AutoClose
    private final ActorSystem system = ActorSystem.start();

    private final Channel<String> channel = Channels.buffered(8);

    @Test
    void shouldTellTheDispatcherThatATurnWaitsForTheLock() throws Exception {
        AtomicReference<Cell> cell = new AtomicReference<>();
        system.spawn(Probe.class, Probe::new).note(cell).await(Duration.ofSeconds(30));
        Waiting thread = new Waiting(channel, cell.get());
        thread.start();
        while (thread.told.getCount() > 0) {
            channel.lock();
            Thread.yield();
            channel.unlock();
            Thread.yield(); // on the only processor the other thread would meet the lock taken each time
        }
        thread.join();
        assertThat(thread.contended).isSameAs(cell.get());
    }

    static class Probe extends Actor<Probe> {
        public Promise<Void> note(AtomicReference<Cell> cell) {
            cell.set(CellThread.currentCell());
            return Promise.done();
        }
    }

    /** Passes elements, until the lock was taken by somebody else when it was known how fast they pass. */
    private static final class Waiting extends CellThread {
        final CountDownLatch told = new CountDownLatch(1);
        volatile Cell contended;

        Waiting(Channel<String> channel, Cell cell) {
            super(() -> ((Waiting) Thread.currentThread()).work(channel, cell), "waits");
        }

        private void work(Channel<String> channel, Cell cell) {
            running(cell);
            while (told.getCount() > 0) {
                channel.trySend("a");
                channel.tryReceive();
            }
            running(null);
        }

        @Override
        protected void onContended(Cell cell, long everyNanos) {
            contended = cell;
            told.countDown();
        }
    }
}
