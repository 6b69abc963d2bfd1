// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.continuation;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Those who wait for one promise and can be let go of: combined promises of which it is a part, and observers that carry its outcome
 * elsewhere. So a promise that settles late or never keeps nothing of those that do not wait any more. Its failure counts as
 * looked at all the same: whoever combined it looks at the combination. Any thread; guarded by itself.
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

    /** One of them. */
    interface Dependent {
        /** The promise has settled. On the settling thread. */
        void settled(Object outcome);
    }
}
