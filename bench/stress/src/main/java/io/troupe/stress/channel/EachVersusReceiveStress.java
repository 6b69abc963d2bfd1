// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The only one that receives everything, with elements within its reach, meets one that receives a single element. */
@JCStressTest
@Outcome(id = "0, \\d+", expect = ACCEPTABLE, desc = "each element once, and each of the two in order")
@Outcome(expect = FORBIDDEN, desc = "lost, twice, or out of order")
@State
public class EachVersusReceiveStress {
    private static final int ELEMENTS = 64;

    private final Channel<Integer> channel = Channels.buffered(ELEMENTS);
    private final List<Integer> seen = new ArrayList<>();
    private final boolean[] taken = new boolean[ELEMENTS];

    /** A full and closed channel. */
    public EachVersusReceiveStress() {
        for (int i = 0; i < ELEMENTS; i++) {
            channel.trySend(i);
        }
        channel.close();
    }

    /** Receives everything, on threads of the library. */
    @Actor
    public void each(II_Result result) {
        Promise<Void> end = channel.each(seen::add);
        while (!end.isSettled()) {
            Thread.onSpinWait();
        }
    }

    /** Receives what it gets. */
    @Actor
    public void receive(II_Result result) {
        int last = -1;
        for (Integer next = channel.tryReceive(); next != null; next = channel.tryReceive()) {
            result.r1 |= next <= last ? 1 : 0;
            last = next;
            taken[next] = true;
            result.r2++;
        }
    }

    /** Afterwards. */
    @Arbiter
    public void check(II_Result result) {
        int last = -1;
        for (int next : seen) {
            result.r1 |= next <= last || taken[next] ? 2 : 0;
            last = next;
        }
        result.r1 |= seen.size() + result.r2 == ELEMENTS ? 0 : 4;
    }
}
