// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellScheduler;
import io.troupe.dispatch.cell.Message;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A message that passes through a worker's queue and reports its arrival. */
final class RoundTrip extends Cell {
    private final CountDownLatch arrivals;

    private RoundTrip(CellHome home, CountDownLatch arrivals) {
        super(home, null);
        this.arrivals = arrivals;
    }

    /** Sends one message through each worker; returns whether all have arrived in time. */
    static boolean through(Dispatcher dispatcher, Duration limit) {
        CellScheduler scheduler = CellScheduler.of(dispatcher);
        int workers = dispatcher.workers();
        CountDownLatch arrivals = new CountDownLatch(workers);
        for (int worker = 0; worker < workers; worker++) {
            new RoundTrip(scheduler.home(worker), arrivals).offer(new Arrival());
        }
        try {
            return arrivals.await(TimeUnit.NANOSECONDS.convert(limit), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    protected void deliver(Message message) {
        arrivals.countDown();
    }

    @Override
    protected void undelivered(Message message) {}

    private static final class Arrival extends Message {
        @Override
        public void deliver(Object receiver) {}
    }
}
