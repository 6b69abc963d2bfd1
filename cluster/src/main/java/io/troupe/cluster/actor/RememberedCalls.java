// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.actor;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The calls with ids that one object knows: those that go on, and ids of those that are stored. In turns of the actor. */
final class RememberedCalls {
    /** Ids that are kept in memory; of actors with more each call is looked up. */
    static final int MOST = 1_000;

    private final Map<String, OngoingCall> ongoing = new HashMap<>();
    private final Set<String> stored = new HashSet<>();
    /** Whether all ids that the store has are known. */
    private boolean complete;
    /** Calls until the ids are read again, as there were too many. */
    private int pause;

    /** The call with an id that goes on; null: there is none. */
    @Nullable
    OngoingCall ongoing(String id) {
        return ongoing.get(id);
    }

    void begin(OngoingCall call) {
        ongoing.put(call.identity.id(), call);
    }

    /** It has ended, and left nothing. */
    void end(OngoingCall call) {
        ongoing.remove(call.identity.id());
    }

    /** It has ended, and is in the store. */
    void stored(OngoingCall call) {
        end(call);
        stored.add(call.identity.id());
        if (stored.size() > MOST) {
            stored.clear(); // many of them are not remembered in the store any more
            complete = false;
        }
    }

    /** Whether no such call was ever done. If not, the store has to be asked. */
    boolean isNew(String id) {
        return complete && !stored.contains(id);
    }

    /** Whether the ids are to be read, too, when the store is asked. */
    boolean wantsIds() {
        return --pause < 0;
    }

    /**
     * What the store has. Ids that came meanwhile stay known.
     *
     * @param ids of it, one more than is kept if there are too many
     */
    void install(List<String> ids) {
        if (ids.size() <= MOST) {
            stored.addAll(ids);
            complete = true;
        } else {
            pause = MOST;
        }
    }

    /** Those that go on; nothing is known any more. */
    List<OngoingCall> drop() {
        List<OngoingCall> dropped = List.copyOf(ongoing.values());
        ongoing.clear();
        stored.clear();
        complete = false;
        return dropped;
    }
}
