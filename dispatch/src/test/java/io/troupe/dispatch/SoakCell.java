// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Message;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes parcels on to others at random and checks its own rules: one thread at a time, every sender's parcels in order,
 * each exactly once. All its state is plain, so that a hand-over without a fence shows as well.
 */
final class SoakCell extends Cell {
    /** What the cells of one run share. */
    static final class Run {
        final AtomicLong inFlight = new AtomicLong();
        final AtomicLong violations = new AtomicLong();
        final AtomicLong lost = new AtomicLong();
    }

    private final Run run;
    private final int index;
    private final List<SoakCell> others;
    /** Number of the last parcel, of every sender. */
    private final long[] received;
    /** Number of the last parcel, to every receiver. */
    private final long[] sent;

    private int inside;
    private int random;
    private long count;

    SoakCell(Run run, int index, int senders, List<SoakCell> others, CellHome home) {
        super(home, null);
        this.run = run;
        this.index = index;
        this.others = others;
        this.received = new long[senders];
        this.sent = new long[senders];
        this.random = index * 0x9E3779B9 + 1;
    }

    /** Delivered so far. After the end of the run. */
    long count() {
        return count;
    }

    @Override
    protected void deliver(Message message) {
        if (inside++ != 0) {
            run.violations.incrementAndGet();
        }
        ((Parcel) message).deliver(this);
        inside--;
    }

    @Override
    protected void undelivered(Message message) {
        run.lost.incrementAndGet();
    }

    private void receive(Parcel parcel) {
        count++;
        if (++received[parcel.sender] != parcel.number) {
            run.violations.incrementAndGet();
        }
        if (parcel.stations > 0) {
            random ^= random << 13;
            random ^= random >>> 17;
            random ^= random << 5;
            int to = Math.floorMod(random, others.size());
            others.get(to).offer(new Parcel(index, ++sent[to], parcel.stations - 1));
        } else {
            run.inFlight.decrementAndGet();
        }
    }

    /** Has some more stations to pass. */
    static final class Parcel extends Message {
        private final int sender;
        private final long number;
        private final int stations;

        Parcel(int sender, long number, int stations) {
            this.sender = sender;
            this.number = number;
            this.stations = stations;
        }

        @Override
        public void deliver(Object receiver) {
            ((SoakCell) receiver).receive(this);
        }
    }
}
