// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.session.Exposures.ExposedActor;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Actors of this side that the other side holds by number: those it found by name, with the exposed methods, and those that were
 * handed over. What is handed over has the rights that its reference says; one that says nothing has those of the exposure by
 * which this link has found the actor, else of one that restricts it, else all. Numbers are valid on this link only. Loop only.
 */
final class ExportTable {
    private final Exposures exposures;
    private final InboundQueues queues;
    private final int most;
    private final LongTable<Target> byId = new LongTable<>();
    private final Map<Object, Target> handedOver = new HashMap<>();
    private final Map<String, Target> byName = new HashMap<>();

    /** By which exposures this link has found actors, by their identity; also those that have been revoked since. */
    private final Map<Object, ExposedActor> found = new HashMap<>();

    private final List<Target> marked = new ArrayList<>();
    private long last;

    /**
     * None yet.
     *
     * @param exposures what may be called
     * @param queues of the link
     * @param most that the other side may hold
     */
    ExportTable(Exposures exposures, InboundQueues queues, int most) {
        this.exposures = exposures;
        this.queues = queues;
        this.most = most;
    }

    /** An actor that the other side may call. */
    static final class Target implements CallTarget {
        private final long id;
        private final Object reference;
        private final Outlet outlet;
        private final CallTable table;
        private final InboundQueue queue;
        private final @Nullable String name;
        private final @Nullable ExposedActor exposure;

        /** Under which it is known as handed over; null if it was found by name. */
        private final @Nullable Object key;

        /** How often it was handed over and not released. */
        private long held;

        private boolean announced;

        /** One that was found by name. */
        Target(long id, ExposedActor exposure, InboundQueue queue) {
            this(id, exposure.reference(), exposure.table(), queue, exposure, exposure.name(), null);
        }

        /** One that was handed over. */
        Target(
                long id,
                Object reference,
                CallTable table,
                InboundQueue queue,
                @Nullable ExposedActor exposure,
                @Nullable String name,
                @Nullable Object key) {
            this.id = id;
            this.reference = reference;
            this.outlet = Reference.outletOf(reference);
            this.table = table;
            this.queue = queue;
            this.exposure = exposure;
            this.name = name;
            this.key = key;
        }

        /** Whether nobody may call it any more. */
        boolean isRevoked() {
            return (exposure != null && exposure.isRevoked())
                    || (outlet instanceof RestrictedOutlet rights && rights.isRevoked());
        }

        /** Its number. */
        long id() {
            return id;
        }

        /** To the actor. */
        Object reference() {
            return reference;
        }

        @Override
        public CallTable table() {
            return table;
        }

        /** To the actor, without restrictions. */
        @Override
        public Outlet outlet() {
            return unrestricted(outlet);
        }

        /** Whether the other side is to be told its number: true the first time. */
        boolean announce() {
            boolean first = !announced;
            announced = true;
            return first;
        }

        @Override
        public void put(Message message, int bytes) {
            queue.put(message, bytes);
        }

        @Override
        public PromiseCarrier carrier() {
            return queue;
        }

        @Override
        public String label() {
            return exposure == null ? outlet.address() : exposure.name();
        }
    }

    private static Outlet unrestricted(Outlet outlet) {
        return outlet instanceof RestrictedOutlet rights ? rights.target() : outlet;
    }

    /** What tells references apart that are handed over with the rights of an exposure. */
    private record Key(Object identity, ExposedActor exposure) {}

    /** Counts a handle that goes to the other side. */
    Target handOver(Object reference, Outlet outlet) {
        ExposedActor exposure = outlet instanceof RestrictedOutlet ? null : exposureOf(outlet.identity());
        Object key = exposure == null ? outlet.identity() : new Key(outlet.identity(), exposure);
        Target target = handedOver.get(key);
        if (target == null) {
            checkRoom();
            CallTable table = exposure == null ? tableOf(reference, outlet) : exposure.table();
            InboundQueue queue = queues.newQueue(unrestricted(outlet), ++last);
            target = new Target(last, reference, table, queue, exposure, null, key);
            byId.put(target.id, target);
            handedOver.put(key, target);
        }
        target.held++;
        marked.add(target);
        return target;
    }

    private @Nullable ExposedActor exposureOf(Object identity) {
        ExposedActor known = found.get(identity);
        return known == null ? exposures.restrictionOf(identity) : known;
    }

    private CallTable tableOf(Object reference, Outlet outlet) {
        try {
            ReferenceType<?> type = ReferenceType.ofReference(reference);
            return outlet instanceof RestrictedOutlet rights
                    ? exposures.tableOf(type, rights.methods())
                    : exposures.tableOf(type);
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
    Target find(long id) {
        Target target = byId.get(id);
        if (target != null && target.name != null && target.isRevoked()) {
            Target again = find(target.name); // another actor may have the name now
            return again == null ? target : again;
        }
        return target;
    }

    /** A target by name, or null. */
    @Nullable
    Target find(String name) {
        Target known = byName.get(name);
        if (known != null && !known.isRevoked()) {
            return known;
        }
        ExposedActor exposure = exposures.find(name);
        if (exposure == null || byId.size() >= most) {
            return null;
        }
        Outlet outlet = unrestricted(Reference.outletOf(exposure.reference()));
        Target target = new Target(++last, exposure, queues.newQueue(outlet, last));
        if (known != null && !known.announced) { // a number that nobody knows leads nowhere
            byId.remove(known.id);
            known.queue.close();
        }
        byName.put(name, target);
        byId.put(target.id, target);
        noteFound(outlet.identity(), exposure);
        return target;
    }

    /** Of several exposures the one with the most rights counts, of those that are still valid. */
    private void noteFound(Object identity, ExposedActor exposure) {
        ExposedActor before = found.get(identity);
        if (before == null || before.isRevoked() || exposure.allowsMoreThan(before)) {
            found.put(identity, exposure);
        }
    }

    /** Why a call is not allowed, or null. What the policy throws is a no, too. */
    @Nullable
    String denial(Target target, CallTable.Entry method, @Nullable Caller caller) {
        if (target.isRevoked()) {
            return "the right to call a target must not have been revoked: target=" + target.label();
        }
        return exposures.denial(caller, target.label(), method.method());
    }

    /** The other side does not hold what it was handed over so often. */
    void release(long id, long count) {
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
        handedOver.remove(target.key);
        target.queue.close();
    }

    /** From here on what is handed over can be taken back. */
    void mark() {
        marked.clear();
    }

    /** Takes back what was handed over since the mark. */
    void rollback() {
        for (Target target : marked) {
            if (--target.held <= 0) {
                drop(target);
            }
        }
        marked.clear();
    }

    /** How many the other side may call. */
    int size() {
        return byId.size();
    }

    List<Target> all() {
        return byId.values();
    }

    /** The link has ended. */
    void clear() {
        for (Target target : byId.clear()) {
            target.queue.close();
        }
        handedOver.clear();
        byName.clear();
        found.clear();
    }
}
