// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A part gives a grant back while somebody reserves: what is in use is always granted. */
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "as much is granted as is in use")
@Outcome(id = "1", expect = FORBIDDEN, desc = "bytes are in use that nobody has granted")
@State
public class ReserveVersusReleaseStress {
    private static final long BYTES = 3 * MemoryBudget.GRANT;

    private final MemoryBudget system = MemoryBudget.of(100 * MemoryBudget.GRANT);
    private final MemoryBudget link = system.part("link", 100 * MemoryBudget.GRANT);

    /** Something is in use. */
    public ReserveVersusReleaseStress() {
        link.reserve(BYTES);
    }

    /** The loop has sent a message. */
    @Actor
    public void release() {
        link.release(BYTES);
    }

    /** An actor sends one. */
    @Actor
    public void reserve() {
        link.reserve(BYTES);
    }

    /** Afterwards. */
    @Arbiter
    public void look(I_Result result) {
        result.r1 = system.used() >= link.used() && link.used() == BYTES ? 0 : 1;
    }
}
