// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.TurnLimits;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A cell that counts. What the owner writes is plain, so that a bad hand-over shows in the result. */
final class StressCell extends Cell {
    private final AtomicInteger lost = new AtomicInteger();
    private final Schedule schedule;
    private int delivered;
    /** The numbers of the delivered tokens, as decimal digits. */
    private int digits;

    StressCell() {
        this(new Schedule(), null);
    }

    StressCell(Schedule schedule, @Nullable Mailbox mailbox) {
        super(schedule, mailbox);
        this.schedule = schedule;
    }

    @Override
    protected void deliver(Message message) {
        Token token = (Token) message;
        if (token.ends) {
            close();
        } else {
            delivered++;
            digits = digits * 10 + token.number;
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

    /** A home that only counts. */
    static final class Schedule implements Ready {
        private final AtomicInteger told = new AtomicInteger();

        @Override
        public void onReady(Cell cell) {
            told.incrementAndGet();
        }

        int told() {
            return told.get();
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
