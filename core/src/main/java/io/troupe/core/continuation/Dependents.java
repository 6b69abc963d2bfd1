// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The combined promises that wait for one of their parts. They can be let go of, so a part that settles late or never
 * keeps nothing of the combinations that have settled without it. Its failure counts as looked at all the same: whoever
 * combined it looks at the combination. Any thread; guarded by itself.
 */
final class Dependents extends SettleListener {
    /** In order of registration; null once the part has settled. */
    private @Nullable Set<Dependent> waiting = new LinkedHashSet<>();

    Dependents() {}

    /** Notes one more; false if the part has settled. */
    synchronized boolean add(Dependent dependent) {
        if (waiting == null) {
            return false;
        }
        waiting.add(dependent);
        return true;
    }

    synchronized void remove(Dependent dependent) {
        if (waiting != null) {
            waiting.remove(dependent);
        }
    }

    private synchronized @Nullable Set<Dependent> takeAll() {
        Set<Dependent> all = waiting;
        waiting = null;
        return all;
    }

    @Override
    @Nullable
    SettleListener onSettled(Object outcome) {
        Set<Dependent> all = takeAll();
        if (all != null) {
            all.forEach(dependent -> dependent.settled(outcome));
        }
        return null;
    }

    /** One combined promise that waits for the part. */
    interface Dependent {
        /** The part has settled. On the settling thread. */
        void settled(Object outcome);
    }
}
