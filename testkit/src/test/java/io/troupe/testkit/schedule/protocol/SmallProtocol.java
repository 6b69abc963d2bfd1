// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule.protocol;

import io.troupe.core.ActorSystem;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A small program of actors that is wrong under some schedules, or its repaired version, which never is. */
public enum SmallProtocol {
    /** Three actors read a balance and write it back increased. */
    LOST_UPDATE(600, LostUpdate::start),
    /** Two writers write to two replicas in opposite orders; each replica keeps what came last. */
    CROSS_ORDER(200, CrossOrder::start),
    /** A lease runs out while its holder believes to hold it. */
    LEASE_LOCK(400, LeaseLock::start),
    /** A vote that comes after the time-out completes the count. */
    LATE_VOTE(150, LateVote::start),
    /** An event overtakes a subscription, although it has a way fifteen times as long. */
    SLOW_ONE(50, SlowOne::start),
    /** One of the 120 orders in which five runners may arrive is fatal. */
    ORDER_OF_FIVE(6, OrderOfFive::start),
    /** A register on three replicas whose reads do not write back what they have read. */
    ABD_WITHOUT_WRITE_BACK(2, ReplicatedRegister::start);

    private static final Duration SPAN = Duration.ofSeconds(1);

    private final int target;

    @SuppressWarnings("ImmutableEnumChecker") // a reference to a static method
    private final Program program;

    SmallProtocol(int target, Program program) {
        this.target = target;
        this.program = program;
    }

    /** Begins a run in a system; tells at its end whether what it promises holds. */
    interface Program {
        BooleanSupplier start(ActorSystem system, boolean repaired);
    }

    /** Failing runs per thousand that the default strategy has to find. */
    public int target() {
        return target;
    }

    /** The program as a test: it fails if the promise is broken. */
    public Schedules.Body body(boolean repaired) {
        return simulator -> {
            if (!holds(simulator, repaired)) {
                throw new AssertionError("the protocol must keep its promise: protocol=" + this);
            }
        };
    }

    /**
     * Lets the program run from beginning to end.
     *
     * @return whether it kept its promise
     */
    public boolean holds(Simulator simulator, boolean repaired) {
        BooleanSupplier holds = program.start(simulator.system("test"), repaired);
        simulator.runFor(SPAN);
        return holds.getAsBoolean();
    }
}
