// SPDX-License-Identifier: Apache-2.0
package io.troupe.stress.channel;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Channels;
import io.troupe.core.channel.Select;
import io.troupe.core.promise.Promise;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sender meets a select that gives up. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the clause")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "given up")
@Outcome(expect = FORBIDDEN, desc = "both, or none")
@State
public class SelectVersusCancelStress {
    private final Channel<String> one = Channels.rendezvous();
    private final Channel<String> two = Channels.rendezvous();
    private final Promise<String> chosen =
            Select.fair().receive(one, x -> x).receive(two, x -> x).once();

    /** The sender. */
    @Actor
    public void first(II_Result result) {
        result.r1 = one.trySend("a") ? 1 : 0;
    }

    /** Who selects. */
    @Actor
    public void cancel(II_Result result) {
        result.r2 = chosen.cancel() ? 1 : 0;
    }
}
