// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZI_Result;

/**
 * Two queues ask for more than there is room for together. A third of the limit is free, less than both want; a refusal may be
 * caused by the other's attempt, but what is in use is what was granted, and not more than the limit.
 */
@JCStressTest
@Outcome(id = "true, false, 0", expect = ACCEPTABLE, desc = "the first one has it")
@Outcome(id = "false, true, 0", expect = ACCEPTABLE, desc = "the second one has it")
@Outcome(id = "false, false, 0", expect = ACCEPTABLE, desc = "each has met the attempt of the other")
@Outcome(expect = FORBIDDEN, desc = "more is granted than there is, or grants are lost")
@State
@SuppressWarnings("this-escape") // an account keeps its owner, weakly, and calls nothing
public class AccountsVersusLimitStress {
    private static final long LIMIT = 6 * MemoryAccount.GRANT;
    private static final long WANTED = 2 * MemoryAccount.GRANT;

    private final MemoryBudget budget = MemoryBudget.of(LIMIT);
    private final MemoryAccount first = budget.account(QueueKind.CHANNEL, "first", this);
    private final MemoryAccount second = budget.account(QueueKind.CHANNEL, "second", this);

    /** Some is in use. */
    public AccountsVersusLimitStress() {
        budget.reserve(LIMIT - WANTED - MemoryAccount.GRANT);
    }

    /** One lock. */
    @Actor
    public void first(ZZI_Result result) {
        result.r1 = first.tryGrow(WANTED);
    }

    /** Another lock. */
    @Actor
    public void second(ZZI_Result result) {
        result.r2 = second.tryGrow(WANTED);
    }

    /** Afterwards. */
    @Arbiter
    public void look(ZZI_Result result) {
        long granted = first.granted() + second.granted();
        boolean exact = budget.used() == LIMIT - WANTED - MemoryAccount.GRANT + granted && budget.used() <= LIMIT;
        first.shrink(0);
        second.shrink(0);
        result.r3 = exact && budget.used() == LIMIT - WANTED - MemoryAccount.GRANT ? 0 : 1;
    }
}
