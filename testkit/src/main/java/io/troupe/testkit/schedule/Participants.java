// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** All who take part in a run, numbered in the order in which they were met. For the thread of the simulation. */
final class Participants {
    private final Map<String, Participant> named = new HashMap<>();
    private int count;

    /** One that is known by its name: a node, a disk, the test itself. */
    Participant of(String name) {
        Participant known = named.get(name);
        if (known == null) {
            known = new Participant(next(), Chance.hash(Objects.requireNonNull(name, "name")), name);
            named.put(name, known);
        }
        return known;
    }

    /** The number of the next one, for actors, which have no name when they are made. */
    int next() {
        return ++count;
    }
}
