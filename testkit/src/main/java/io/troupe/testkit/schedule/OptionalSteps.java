// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The steps that a run can leave out: faults, operations of clients, nodes. For the thread of the simulation. */
final class OptionalSteps {
    private final Map<String, Integer> asked = new HashMap<>();
    private final List<String> taken = new ArrayList<>();

    /** Null: all are taken. */
    private @Nullable Set<String> only;

    private boolean listing;

    /** Leaves all steps out but some. */
    void only(List<String> steps) {
        only = Set.copyOf(steps);
    }

    /** Notes what is taken from now on. */
    void list() {
        listing = true;
    }

    boolean takes(String step) {
        Set<String> some = only;
        if (some == null && !listing) {
            return true;
        }
        String name = step + " #" + asked.merge(step, 1, Integer::sum);
        boolean takes = some == null || some.contains(name);
        if (takes && listing) {
            taken.add(name);
        }
        return takes;
    }

    /** The steps that were taken, in order. */
    List<String> taken() {
        return List.copyOf(taken);
    }
}
