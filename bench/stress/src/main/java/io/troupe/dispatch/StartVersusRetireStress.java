// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A worker that is about to retire is wanted after all: exactly one thread goes on with it, the old one or a new one. */
@JCStressTest
@Outcome(id = "true, false", expect = ACCEPTABLE, desc = "the old thread has seen the wish and stays")
@Outcome(id = "false, true", expect = ACCEPTABLE, desc = "revived by who wants it")
@Outcome(id = "false, false", expect = FORBIDDEN, desc = "retired though wanted")
@Outcome(id = "true, true", expect = FORBIDDEN, desc = "two threads")
@State
public class StartVersusRetireStress {
    private final WorkerInbox inbox = new WorkerInbox();

    /** A worker that nobody wants. */
    public StartVersusRetireStress() {
        inbox.want(false);
    }

    /** The worker: announces, then looks at the wish again. */
    @Actor
    public void retire(ZZ_Result result) {
        inbox.announceRetirement();
        result.r1 = inbox.isWanted() && inbox.endRetirement();
    }

    /** Another thread: wishes, then looks for the announcement. */
    @Actor
    public void start(ZZ_Result result) {
        inbox.want(true);
        result.r2 = inbox.endRetirement();
    }
}
