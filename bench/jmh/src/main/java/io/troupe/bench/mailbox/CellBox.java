// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.mailbox;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MailboxSpec;
import org.jspecify.annotations.Nullable;

/** A cell with a mailbox; the draining thread runs its turns. */
final class CellBox implements Box {
    private final Home home = new Home();
    private final Cell cell;

    CellBox(MailboxSpec spec, Sum sum) {
        cell = new SumCell(home, Mailbox.of(spec, CellBox::displaced), sum);
    }

    @Override
    public boolean put(Message message) {
        return cell.offer(message) == Offer.ACCEPTED;
    }

    @Override
    public void drain() {
        if (home.ready) {
            home.ready = false; // before the turn: from its end on another thread may make the cell ready again
            boolean more = true;
            while (more) {
                more = cell.turn(TurnLimits.DEFAULT);
            }
        }
    }

    private static void displaced(Message message) {
        throw new IllegalStateException("no message may be displaced: message=" + message);
    }

    private static final class Home implements CellHome {
        /** Written by whoever makes the cell ready, read and cleared by the draining thread. */
        private volatile boolean ready;

        @Override
        public void onReady(Cell cell) {
            ready = true;
        }
    }

    private static final class SumCell extends Cell {
        private final Sum sum;

        SumCell(CellHome home, @Nullable Mailbox mailbox, Sum sum) {
            super(home, mailbox);
            this.sum = sum;
        }

        @Override
        protected void deliver(Message message) {
            QueueBox.deliver(message, sum);
        }

        @Override
        protected void undelivered(Message message) {
            throw new IllegalStateException("no message may be left: message=" + message);
        }
    }
}
