// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Actors without key and state, of this process. One thread at a time. */
final class Workers {
    private static final int MOST = 10_000;

    private final ActorSystem system;
    private final Map<String, Directory<?>> pools = new HashMap<>();

    Workers(ActorSystem system) {
        this.system = system;
    }

    /** A reference to some actors of a class. They are made when there is work, and dropped when there is none. */
    <A> A of(Class<A> type, ActorFactory<? extends A> factory, int most) {
        if (most < 1 || most > MOST) {
            throw new IllegalArgumentException(
                    "there must be 1 to " + MOST + " workers: most=" + most + ", type=" + type.getName());
        }
        String name = "workers-" + type.getSimpleName().toLowerCase(Locale.ROOT);
        Directory<?> made = pools.get(name);
        if (made != null) {
            throw new SpawnRefusedException(
                    "workers of a class of one simple name must be made once, keep their reference: type="
                            + type.getName() + ", made=" + made.type().getName());
        }
        Directory<A> pool = system.directory(
                type, factory, DirectoryOptions.named(name).maxActive(most).supervision(TypeHost.SUPERVISION));
        pools.put(name, pool);
        List<Outlet> outlets = new ArrayList<>(most);
        for (int i = 0; i < most; i++) {
            outlets.add(Reference.outletOf(pool.get(Integer.toString(i))));
        }
        return ReferenceType.of(type, null)
                .newReference(new WorkersOutlet(system.host(), system.name() + "/" + name, outlets));
    }

    /** Ends all after their present call; fulfilled when that has come about. */
    List<Promise<Void>> stop() {
        List<Promise<Void>> ends = new ArrayList<>();
        pools.values().forEach(pool -> ends.add(pool.stop()));
        return ends;
    }
}
