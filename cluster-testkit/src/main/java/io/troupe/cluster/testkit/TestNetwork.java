// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import io.troupe.net.transport.Address;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which members listen where, and between which of them nothing passes. Any thread. */
final class TestNetwork {
    // ---- guarded by this
    private final Map<String, String> names = new HashMap<>();
    private final Set<Set<String>> cuts = new HashSet<>();

    synchronized void listens(String name, Address at) {
        names.put(at.toString(), name);
    }

    /** Who listens at an address; null: no member. */
    synchronized @Nullable String at(Address address) {
        return names.get(address.toString());
    }

    synchronized void cut(String one, String other) {
        cuts.add(Set.of(one, other));
    }

    synchronized void heal(String one, String other) {
        cuts.remove(Set.of(one, other));
    }

    /** Whoever has the name the next time is somebody else. */
    synchronized void heal(String name) {
        cuts.removeIf(pair -> pair.contains(name));
    }

    synchronized void healAll() {
        cuts.clear();
    }

    synchronized boolean isCut(String from, @Nullable String to) {
        return to != null && !from.equals(to) && cuts.contains(Set.of(from, to));
    }
}
