// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.Call;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Message;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.key.KeyTarget;
import io.troupe.remoting.key.KeyedLinks;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.link.Link;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The types whose actors this process serves by key, and the way to those of others. Any thread. */
final class KeyedExposures implements KeyedLinks {
    private final Exposures exposures;
    private final Map<String, Served> types = new ConcurrentHashMap<>();

    /** Classes whose types may travel: each reference asks. */
    private final Set<Class<?>> allowed = ConcurrentHashMap.newKeySet();

    KeyedExposures(Exposures exposures) {
        this.exposures = exposures;
    }

    /** A type, until it is withdrawn. */
    static final class Served {
        private final CallTable table;
        private final @Nullable GuardedPolicy policy;
        private final KeyResolver resolver;
        private volatile boolean withdrawn;

        /**
         * A type.
         *
         * @param table what may be called
         * @param policy who may call; null: nobody
         * @param resolver finds the actors
         */
        Served(CallTable table, @Nullable CallPolicy policy, KeyResolver resolver) {
            this.table = table;
            this.policy = policy == null ? null : new GuardedPolicy(policy);
            this.resolver = resolver;
        }

        /** What may be called. */
        CallTable table() {
            return table;
        }

        /** Who may call; null: nobody. */
        @Nullable
        GuardedPolicy policy() {
            return policy;
        }

        /** Finds the actors. */
        KeyResolver resolver() {
            return resolver;
        }

        /** Whether it is served no more. */
        boolean isWithdrawn() {
            return withdrawn;
        }
    }

    @Override
    public void serve(String name, Class<?> type, @Nullable CallPolicy policy, KeyResolver resolver) {
        check(name, "any");
        CallTable table = exposures.tableOf(ReferenceType.of(type, null));
        if (types.putIfAbsent(name, new Served(table, policy, resolver)) != null) {
            throw new IllegalArgumentException("a type can be served once: name=" + name + "; withdraw it first");
        }
    }

    @Override
    public boolean withdraw(String name) {
        Served ended = types.remove(name);
        if (ended != null) {
            ended.withdrawn = true;
        }
        return ended != null;
    }

    /** The type of a name that has come, or null. */
    @Nullable
    Served find(String name) {
        return types.get(name);
    }

    @Override
    public KeyTarget target(Link link, String name, String key) {
        check(name, key);
        return new KeyedOutlet((BasicLink) link, new KeyedName(name, key), true);
    }

    private static void check(String name, String key) {
        String wrong = KeyedName.violation(name, key);
        if (wrong != null) {
            throw new IllegalArgumentException(wrong);
        }
    }

    @Override
    public void allow(Class<?> type) {
        if (allowed.contains(type)) {
            return;
        }
        for (MethodInfo method : ReferenceType.of(type, null).methods()) {
            exposures.serializerOf(method);
        }
        allowed.add(type);
    }

    @Override
    public int weight(Call call) {
        return Weight.of((Message) call);
    }
}
