// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.inbound;

import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.exposure.CallTable;
import io.troupe.remoting.exposure.Exposures;
import io.troupe.remoting.exposure.Exposures.Exposure;
import io.troupe.remoting.table.LongTable;
import io.troupe.remoting.wire.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Actors of this side that the other side holds by number: those that were handed over, with all their methods, and those it
 * found by name, with the exposed ones. Numbers are valid on this link only. Loop only.
 */
public final class Exports {
    private final Exposures exposures;
    private final GateKeeper gates;
    private final int most;
    private final LongTable<Target> byId = new LongTable<>();
    private final Map<Object, Target> handedOver = new HashMap<>();
    private final Map<String, Target> byName = new HashMap<>();
    private final List<Target> marked = new ArrayList<>();
    private long last;

    /**
     * None yet.
     *
     * @param exposures what may be called
     * @param gates of the link
     * @param most that the other side may hold
     */
    public Exports(Exposures exposures, GateKeeper gates, int most) {
        this.exposures = exposures;
        this.gates = gates;
        this.most = most;
    }

    /** An actor that the other side may call. */
    public static final class Target {
        private final long id;
        private final Object reference;
        private final Outlet outlet;
        private final CallTable table;
        private final Gate gate;
        private final @Nullable String name;

        /** How often it was handed over and not released. */
        private long held;

        private boolean announced;

        Target(long id, Object reference, CallTable table, Gate gate, @Nullable String name) {
            this.id = id;
            this.reference = reference;
            this.outlet = Reference.outletOf(reference);
            this.table = table;
            this.gate = gate;
            this.name = name;
        }

        /** Its number. */
        public long id() {
            return id;
        }

        /** To the actor. */
        public Object reference() {
            return reference;
        }

        CallTable table() {
            return table;
        }

        Gate gate() {
            return gate;
        }

        Outlet outlet() {
            return outlet;
        }

        /** Whether the other side is to be told its number: true the first time. */
        boolean announce() {
            boolean first = !announced;
            announced = true;
            return first;
        }

        /** As in messages for people. */
        String label() {
            return name == null ? outlet.address() : name;
        }
    }

    /** Counts a handle that goes to the other side. */
    public Target handOver(Object reference, Outlet outlet) {
        Target target = handedOver.get(outlet.identity());
        if (target == null) {
            checkRoom();
            CallTable table = tableOf(reference);
            target = new Target(++last, reference, table, gates.newGate(outlet, last), null);
            byId.put(target.id, target);
            handedOver.put(outlet.identity(), target);
        }
        target.held++;
        marked.add(target);
        return target;
    }

    private CallTable tableOf(Object reference) {
        try {
            return exposures.tableOf(ReferenceType.ofReference(reference));
        } catch (IllegalArgumentException e) {
            throw new WireException("a reference must be callable from elsewhere: reference=" + reference + ", cause="
                    + e.getMessage());
        }
    }

    private void checkRoom() {
        if (byId.size() >= most) {
            throw new WireException("the other side must not hold more references: maxExports=" + most);
        }
    }

    /** A target by number, or null. */
    @Nullable
    public Target find(long id) {
        return byId.get(id);
    }

    /** A target by name, or null. */
    @Nullable
    public Target find(String name) {
        Target known = byName.get(name);
        if (known != null) {
            return known;
        }
        Exposure exposure = exposures.find(name);
        if (exposure == null || byId.size() >= most) {
            return null;
        }
        Outlet outlet = Reference.outletOf(exposure.reference());
        Target target = new Target(++last, exposure.reference(), exposure.table(), gates.newGate(outlet, last), name);
        byName.put(name, target);
        byId.put(target.id, target);
        return target;
    }

    /** The other side does not hold what it was handed over so often. */
    public void release(long id, long count) {
        Target target = byId.get(id);
        if (target == null || target.name != null) {
            return;
        }
        target.held -= count;
        if (target.held <= 0) {
            drop(target);
        }
    }

    private void drop(Target target) {
        byId.remove(target.id);
        handedOver.remove(target.outlet.identity());
        target.gate.close();
    }

    /** From here on what is handed over can be taken back. */
    public void mark() {
        marked.clear();
    }

    /** Takes back what was handed over since the mark. */
    public void rollback() {
        for (Target target : marked) {
            if (--target.held <= 0) {
                drop(target);
            }
        }
        marked.clear();
    }

    /** How many the other side may call. */
    public int size() {
        return byId.size();
    }

    List<Target> all() {
        return byId.values();
    }

    /** The link has ended. */
    public void clear() {
        for (Target target : byId.clear()) {
            target.gate.close();
        }
        handedOver.clear();
        byName.clear();
    }
}
