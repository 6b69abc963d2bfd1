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

/** Two senders meet one select that waits. */
@JCStressTest
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the first clause")
@Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "the second clause")
@Outcome(expect = FORBIDDEN, desc = "two clauses, or none")
@State
public class SelectVersusSendersStress {
    private final Channel<String> one = Channels.rendezvous();
    private final Channel<String> two = Channels.rendezvous();

    /** A select that waits. */
    public SelectVersusSendersStress() {
        Promise<String> unused =
                Select.fair().receive(one, x -> x).receive(two, x -> x).once();
    }

    /** The first sender. */
    @Actor
    public void first(II_Result result) {
        result.r1 = one.trySend("a") ? 1 : 0;
    }

    /** The second sender. */
    @Actor
    public void second(II_Result result) {
        result.r2 = two.trySend("b") ? 1 : 0;
    }
}
