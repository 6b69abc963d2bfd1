// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A cell that counts. What the owner writes is plain, so that a bad hand-over shows in the result. */
final class StressCell extends Cell {
    private final AtomicInteger lost = new AtomicInteger();
    private final Schedule schedule;
    private int delivered;
    /** How often it was told when it last had a turn; the first time is for the test's own turn. */
    private int turnsDue = 1;
    /** The numbers of the delivered tokens, as decimal digits. */
    private int digits;

    StressCell() {
        this(new Schedule(), null);
    }

    StressCell(Schedule schedule, @Nullable Mailbox mailbox) {
        super(schedule, mailbox);
        this.schedule = schedule;
    }

    /** A full one that slows its senders down, with two tokens. */
    static StressCell full() {
        MailboxSpec spec = MailboxSpec.bounded(2, Overflow.PACE);
        StressCell cell = new StressCell(new Schedule(), Mailbox.of(spec, message -> {}));
        cell.offer(token(1));
        cell.offer(token(2));
        return cell;
    }

    @Override
    protected void deliver(Message message) {
        if (!(message instanceof Token token)) {
            deliverOther(message);
        } else if (token.ends) {
            close();
        } else {
            delivered++;
            digits = digits * 10 + token.number;
        }
    }

    /** What a cell tells itself. */
    private void deliverOther(Message message) {
        try {
            message.deliver(this);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    @Override
    protected void undelivered(Message message) {
        lost.incrementAndGet();
    }

    /** One turn with the usual limits. */
    boolean turn() {
        return turn(TurnLimits.DEFAULT);
    }

    /** Turns until nothing is left: one may end early when the system took its processor away in a message. */
    void turnToTheEnd() {
        boolean more;
        do {
            more = turn();
        } while (more);
    }

    /** What a turn of this cell sends to another one; may be followed by {@link #turnToTheEnd} of both. */
    void send(StressCell target, Message message) {
        CellThread.enter(this);
        try {
            target.offer(message);
        } finally {
            CellThread.enter(null);
        }
    }

    /** One turn to the end if the cell was given to its home since the last time, or for the second time at all. */
    void turnIfToldAgain() {
        if (schedule.told.get() > turnsDue) {
            turnsDue = schedule.told.get();
            turnToTheEnd();
        }
    }

    /** How often the cell was given to its home. */
    int told() {
        return schedule.told.get();
    }

    int delivered() {
        return delivered;
    }

    int digits() {
        return digits;
    }

    int lost() {
        return lost.get();
    }

    /** A message with a number. */
    static Message token(int number) {
        return new Token(number, false);
    }

    /** A message that closes the cell. */
    static Message end() {
        return new Token(0, true);
    }

    /** A system event that closes the cell. */
    static Message endAsEvent() {
        return new EndEvent();
    }

    /** A home that only counts. */
    static final class Schedule implements CellHome {
        private final AtomicInteger told = new AtomicInteger();

        @Override
        public void onReady(Cell cell) {
            told.incrementAndGet();
        }

        int told() {
            return told.get();
        }
    }

    private static final class EndEvent extends Message {
        @Override
        public void deliver(Object receiver) {
            ((StressCell) receiver).close();
        }

        @Override
        protected boolean isSystemEvent() {
            return true;
        }
    }

    private static final class Token extends Message {
        private final int number;
        private final boolean ends;

        Token(int number, boolean ends) {
            this.number = number;
            this.ends = ends;
        }

        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("the cell delivers tokens itself");
        }
    }
}
