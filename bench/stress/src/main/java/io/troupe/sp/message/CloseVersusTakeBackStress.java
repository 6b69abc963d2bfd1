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

/** A send fails while its caller closes the message: it is given back, or released, and its memory goes back once. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "closed, before or after it came back")
@Outcome(id = "0, 0", expect = FORBIDDEN, desc = "the memory is lost")
@Outcome(expect = FORBIDDEN, desc = "the memory went back twice")
@State
public class CloseVersusTakeBackStress {
    private final CountingShelf cache = new CountingShelf();
    private final SpMessage message = cache.message();
    private final SpMessage own = message.handOver();
    private int wrong;

    /** The socket. */
    @Actor
    public void fail() {
        try {
            message.takeBack(own);
        } catch (IllegalStateException e) {
            wrong = 1;
        }
    }

    /** The caller. */
    @Actor
    public void close() {
        message.close();
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        message.close();
        result.r1 = cache.back();
        result.r2 = wrong;
    }
}
