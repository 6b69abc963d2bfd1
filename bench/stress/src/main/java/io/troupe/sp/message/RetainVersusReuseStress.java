// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * One retains a message by mistake while its holder releases it and the memory is taken again: it is refused, or was quicker,
 * and the next user is the only holder in the end.
 */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "refused")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "retained before the release")
@Outcome(expect = FORBIDDEN, desc = "the next user has lost its memory, or shares it unknowingly")
@State
public class RetainVersusReuseStress {
    /** Stands for the owner, so that each release takes the way of other threads. */
    private static final Thread OWNER = new Thread();

    private final ThreadBlockCache cache = new ThreadBlockCache(OWNER, new SharedBlockCache(64));
    private final SpMessage message = new SpMessage(cache.take().renew(4));
    private MessageBlock next = cache.take().renew(4);
    private int retained;

    /** By mistake. */
    @Actor
    public void retain() {
        try {
            message.retain().release();
            retained = 1;
        } catch (IllegalStateException e) {
            retained = 0;
        }
    }

    /** The holder, and the next one. */
    @Actor
    public void reuse() {
        message.release();
        next = cache.take().renew(4);
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        boolean alone = !next.isShared();
        next.release(false);
        result.r1 = alone && !next.retain() ? 1 : 0;
        result.r2 = retained;
    }
}
