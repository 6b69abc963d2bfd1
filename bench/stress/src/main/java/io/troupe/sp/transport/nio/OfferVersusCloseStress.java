// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.sp.message.SpMessage;
import java.nio.ByteBuffer;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/** A queue is closed and emptied while a message is offered: if it is said to be empty for good, nothing comes after it. */
@JCStressTest
@Outcome(id = "0, 1, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "0, 0, 0", expect = ACCEPTABLE, desc = "refused, and taken for one that adds: it leaves a note")
@Outcome(id = "1, 1, 0", expect = ACCEPTABLE, desc = "taken, and found before the end")
@Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "taken, and the poller knows that something comes")
@Outcome(expect = FORBIDDEN, desc = "taken and lost, or found after the end")
@State
public class OfferVersusCloseStress {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final PipeSendQueue queue = new PipeSendQueue(2);
    private boolean taken;
    private boolean empty;

    /** A sender. */
    @Actor
    public void offer() {
        taken = queue.offer(SpMessage.wrap(NOTHING));
    }

    /** The holder of the writer. */
    @Actor
    public void close() {
        queue.close();
        queue.poll();
        empty = queue.isEmpty();
    }

    /** Afterwards: whether it was taken, whether it was empty for good, and whether something is in it. */
    @Arbiter
    public void result(III_Result result) {
        result.r1 = taken ? 1 : 0;
        result.r2 = empty ? 1 : 0;
        result.r3 = queue.poll() == null ? 0 : 1;
    }
}
