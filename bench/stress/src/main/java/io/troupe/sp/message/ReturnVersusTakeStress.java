// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The owner takes from its cache while another thread gives back: nothing is given to two, and what was written is seen. */
@JCStressTest
@Outcome(id = "4, 1", expect = ACCEPTABLE, desc = "four different blocks in use, with what the other thread wrote")
@Outcome(expect = FORBIDDEN, desc = "a block has two users, or shows what it was before")
@State
public class ReturnVersusTakeStress {
    /** Stands for the owner, so that each release takes the way of other threads. */
    private static final Thread OWNER = new Thread();

    private final ThreadBlockCache cache = new ThreadBlockCache(OWNER, new SharedBlockCache(64));
    private final MessageBlock first = taken();
    private final MessageBlock second = taken();
    private final Set<MessageBlock> used = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean torn;

    private MessageBlock taken() {
        return cache.take().renew(4);
    }

    /** The owner. */
    @Actor
    public void take() {
        for (int i = 0; i < 4; i++) {
            MessageBlock block = taken();
            torn |= (block == first || block == second) && block.lent().getInt() != 1;
            used.add(block);
        }
    }

    /** One who releases. */
    @Actor
    public void release() {
        first.lent().putInt(1);
        first.release(false);
        second.lent().putInt(1);
        second.release(false);
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = used.size();
        result.r2 = torn ? 0 : 1;
    }
}
