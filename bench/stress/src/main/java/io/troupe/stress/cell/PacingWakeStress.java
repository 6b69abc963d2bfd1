// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.cell;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MailboxSpec;
import io.troupe.dispatch.mailbox.Overflow;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A sender that asks for room while the last messages are taken is woken. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "woken, by itself or by the consumer")
@Outcome(id = "0", expect = FORBIDDEN, desc = "waits for ever beside an empty mailbox")
@Outcome(id = "2", expect = FORBIDDEN, desc = "woken twice")
@State
public class PacingWakeStress {
    /** One turn takes all there is and does not look for more. */
    private static final TurnLimits TWO = new TurnLimits(2, Long.MAX_VALUE, 1);

    private final AtomicInteger woken = new AtomicInteger();
    private final Mailbox mailbox =
            Objects.requireNonNull(Mailbox.of(MailboxSpec.bounded(2, Overflow.PACE), message -> {}));
    private final StressCell cell = new StressCell(new StressCell.Schedule(), mailbox);

    /** A cell in the hands of a worker, its mailbox full. */
    public PacingWakeStress() {
        cell.offer(StressCell.token(1));
        cell.offer(StressCell.token(2));
    }

    /** The worker. */
    @Actor
    public void turn() {
        cell.turn(TWO);
    }

    /** A sender that has found the mailbox full. */
    @Actor
    public void askForRoom() {
        mailbox.whenRoom(woken::incrementAndGet);
    }

    /** Afterwards. */
    @Arbiter
    public void result(I_Result result) {
        result.r1 = woken.get();
    }
}
