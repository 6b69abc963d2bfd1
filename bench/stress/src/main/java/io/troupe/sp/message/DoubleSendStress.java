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

/** Of two who send a message and one who releases it, one has it; the others are told that they are wrong. */
@JCStressTest
@Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "the memory went back once, the other two were refused")
@Outcome(expect = FORBIDDEN, desc = "the memory is lost, or went back twice")
@State
public class DoubleSendStress {
    private final CountingShelf cache = new CountingShelf();
    private final SpMessage message = cache.message();
    private int first;
    private int second;
    private int third;

    /** A sender. */
    @Actor
    public void send() {
        first = refusals(() -> message.handOver().release());
    }

    /** Another one. */
    @Actor
    public void sendToo() {
        second = refusals(() -> message.handOver().release());
    }

    /** One who releases. */
    @Actor
    public void release() {
        third = refusals(message::release);
    }

    private static int refusals(Runnable use) {
        try {
            use.run();
            return 0;
        } catch (IllegalStateException e) {
            return 1;
        }
    }

    /** Afterwards. */
    @Arbiter
    public void result(II_Result result) {
        result.r1 = cache.back();
        result.r2 = first + second + third;
    }
}
