// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.feast;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.promise.Promise;
import java.util.ArrayList;
import java.util.List;

/**
 * A fork that outlives its process: lent to one philosopher at a time, in the order in which they came. Each loan has a number,
 * so that it notices whether it was ever in two hands.
 */
@TypeName("philosophers.fork")
public class Fork extends DurableActor<Fork, Fork.State> {
    private static final String NOBODY = "";

    /** Made by a cluster. */
    public Fork() {}

    /**
     * What is kept.
     *
     * @param holder seat that has it; empty: it lies on the table
     * @param loan number of the present loan, or of the last one
     * @param waiting seats that want it
     * @param returned loans that have ended
     * @param wrong seats that asked twice, or gave back what was not theirs
     */
    public record State(String holder, long loan, List<String> waiting, long returned, long wrong) {}

    @Override
    protected State initial() {
        return new State(NOBODY, 0, List.of(), 0, 0);
    }

    /** A hungry philosopher wants it. */
    public void take(String seat) {
        State s = state();
        if (s.holder().equals(seat) || s.waiting().contains(seat)) {
            update(now -> new State(now.holder(), now.loan(), now.waiting(), now.returned(), now.wrong() + 1));
        } else if (s.holder().isEmpty()) {
            lend(seat, s.waiting(), s.returned());
        } else {
            List<String> waiting = new ArrayList<>(s.waiting());
            waiting.add(seat);
            update(now -> new State(now.holder(), now.loan(), waiting, now.returned(), now.wrong()));
        }
    }

    /** A philosopher has eaten with it. */
    public void put(String seat, long loan) {
        State s = state();
        if (!s.holder().equals(seat) || s.loan() != loan) {
            update(now -> new State(now.holder(), now.loan(), now.waiting(), now.returned(), now.wrong() + 1));
        } else if (s.waiting().isEmpty()) {
            update(now -> new State(NOBODY, now.loan(), now.waiting(), now.returned() + 1, now.wrong()));
        } else {
            lend(s.waiting().get(0), s.waiting().subList(1, s.waiting().size()), s.returned() + 1);
        }
    }

    // tag::lend[]
    private void lend(String seat, List<String> waiting, long returned) {
        long loan = state().loan() + 1;
        update(
                now -> new State(seat, loan, List.copyOf(waiting), returned, now.wrong()),
                effects -> effects.to(Seat.class, seat).given(key(), loan)); // stored with the loan
    }
    // end::lend[]

    /** What the fork knows. */
    public Promise<State> read() {
        return Promise.of(state());
    }
}
