// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.PlainText;
import io.troupe.core.message.Reference;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.key.KeyedLinks;
import io.troupe.remoting.link.CallInterceptor;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.value.MethodSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The names under which this process lets itself be called. Any thread. */
public final class Exposures {
    private final TypeSerializers serializers;
    private final Map<String, ExposedActor> byName = new ConcurrentHashMap<>();
    private final Map<ReferenceType<?>, CallTable> whole = new ConcurrentHashMap<>();
    private final Map<MethodInfo, MethodSerializer> called = new ConcurrentHashMap<>();
    private final KeyedExposures keyed = new KeyedExposures(this);
    private final Interceptors interceptors = new Interceptors();
    private volatile @Nullable GuardedPolicy policy;

    /** Exposures that do not allow everything, by the identity of the actor. Changed under its lock, together with the names. */
    private final Map<Object, ExposedActor> restricted = new ConcurrentHashMap<>();

    /** A name and what is behind it, until that is revoked. Any thread. */
    public static final class ExposedActor {
        private final String name;
        private final Object reference;
        private final Outlet outlet;
        private final CallTable table;
        private final boolean whole;
        private volatile boolean revoked;

        ExposedActor(String name, Object reference, CallTable table, boolean whole) {
            this.name = name;
            this.reference = reference;
            this.outlet = Reference.outletOf(reference);
            this.table = table;
            this.whole = whole;
        }

        /** For callers. */
        public String name() {
            return name;
        }

        /** To the actor. */
        public Object reference() {
            return reference;
        }

        /** Its callable methods. */
        public CallTable table() {
            return table;
        }

        /** Whether all methods of the actor may be called. */
        public boolean isWhole() {
            return whole;
        }

        /** Whether more methods may be called than by another exposure of the same actor. */
        boolean allowsMoreThan(ExposedActor other) {
            return table.methods() > other.table.methods();
        }

        /** Whether nobody may call it any more. */
        public boolean isRevoked() {
            return revoked || (outlet instanceof RestrictedOutlet rights && rights.isRevoked());
        }

        private Object identity() {
            return outlet instanceof RestrictedOutlet rights ? rights.target().identity() : outlet.identity();
        }
    }

    /**
     * Nothing is exposed.
     *
     * @param serializers grow with what is exposed
     */
    public Exposures(TypeSerializers serializers) {
        this.serializers = serializers;
    }

    /**
     * Makes an actor callable.
     *
     * @param name for callers
     * @param reference to it
     * @param only names of the methods that may be called; null: all
     * @throws IllegalArgumentException if the name is taken or its methods cannot be called from elsewhere
     */
    public void add(String name, Object reference, @Nullable Set<String> only) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9_./-]{0,127}")) {
            throw new IllegalArgumentException("an exposed name must be 1 to 128 letters, digits, '-', '_', '.' or '/',"
                    + " beginning with a letter or digit: name=" + PlainText.of(name));
        }
        Set<String> methods = allowed(reference, only);
        CallTable table = CallTable.of(ReferenceType.ofReference(reference), serializers, methods);
        ExposedActor exposure = new ExposedActor(name, reference, table, methods == null);
        synchronized (restricted) {
            if (byName.putIfAbsent(name, exposure) != null) {
                throw new IllegalArgumentException("a name can be exposed once: name=" + name + "; unexpose it first");
            }
            if (methods != null) {
                restricted.put(exposure.identity(), exposure);
            }
        }
    }

    private static @Nullable Set<String> allowed(Object reference, @Nullable Set<String> only) {
        if (!(Reference.outletOf(reference) instanceof RestrictedOutlet rights)) {
            return only;
        }
        Set<String> methods = rights.methods();
        if (only != null && !methods.containsAll(only)) {
            throw new IllegalArgumentException(
                    "of a restricted reference no more can be exposed than it allows: methods=" + only + ", allowed="
                            + methods);
        }
        return only == null ? methods : only;
    }

    /** Ends the exposure of a name, also for those who have found it. Returns whether there was one. */
    public boolean remove(String name) {
        synchronized (restricted) {
            ExposedActor exposure = byName.remove(name);
            if (exposure == null) {
                return false;
            }
            exposure.revoked = true;
            Object identity = exposure.identity();
            if (restricted.get(identity) == exposure) { // another one may restrict the same actor
                restricted.compute(identity, (any, ended) -> restrictionAmong(byName.values(), identity));
            }
            return true;
        }
    }

    private static @Nullable ExposedActor restrictionAmong(Collection<ExposedActor> all, Object identity) {
        return all.stream()
                .filter(one -> !one.isWhole() && one.identity().equals(identity))
                .findFirst()
                .orElse(null);
    }

    /** The exposure that says what may be called of an actor whose reference is handed over as it is; null: everything. */
    public @Nullable ExposedActor restrictionOf(Object identity) {
        return restricted.get(identity);
    }

    /** Asks about each call that comes over a link; null: what is exposed may be called. */
    public void policy(@Nullable CallPolicy newPolicy) {
        policy = newPolicy == null ? null : new GuardedPolicy(newPolicy);
    }

    /** Types whose actors are found by key. */
    KeyedExposures keyed() {
        return keyed;
    }

    /** The same, for the cluster. */
    public KeyedLinks keyedLinks() {
        return keyed;
    }

    /** Why the policy does not allow a call, or null. No policy is a yes. */
    @Nullable
    String denial(@Nullable Caller caller, String target, MethodSerializer method) {
        GuardedPolicy current = policy;
        return current == null ? null : current.denial(caller, target, method);
    }

    /** Adds somebody who sees each call over a link from now on, behind those who were added before. */
    public void intercept(CallInterceptor interceptor) {
        interceptors.add(interceptor);
    }

    /** Who sees the calls over links, in both directions. */
    Interceptors interceptors() {
        return interceptors;
    }

    /** What is exposed by a name, or null. */
    public @Nullable ExposedActor find(String name) {
        return byName.get(name);
    }

    /**
     * All methods of a type: of references that were handed over in messages.
     *
     * @throws IllegalArgumentException if they cannot be called from elsewhere
     */
    public CallTable tableOf(ReferenceType<?> type) {
        CallTable known = whole.get(type);
        return known != null ? known : whole.computeIfAbsent(type, any -> CallTable.of(any, serializers, null));
    }

    /**
     * Some methods of a type.
     *
     * @param only their names
     * @throws IllegalArgumentException if they cannot be called from elsewhere
     */
    public CallTable tableOf(ReferenceType<?> type, Set<String> only) {
        return CallTable.of(type, serializers, only);
    }

    /**
     * The serializers of a method that is called elsewhere.
     *
     * @throws IllegalArgumentException if a type has no encoding
     */
    public MethodSerializer serializerOf(MethodInfo method) {
        MethodSerializer known = called.get(method);
        return known != null ? known : called.computeIfAbsent(method, serializers::of);
    }

    /** The types that may travel. */
    public TypeSerializers serializers() {
        return serializers;
    }
}
