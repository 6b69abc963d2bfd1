// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.memory;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StateStore;
import io.troupe.cluster.store.StoreException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The memory that members share, as one of them has it. Its statements pass a door. Any thread. */
public final class MemberMemory {
    private final MemoryRegistry shared;
    private final MemoryDoor door;
    private final Registry registry;
    private final MemberStore store;

    private volatile @Nullable MemberInfo joined;
    private volatile BooleanSupplier hosting = () -> false;
    private volatile LongSupplier routing = () -> 0;
    private volatile Runnable watcher = () -> {};
    private volatile boolean ended;

    /** How often the lease has been renewed. Guarded by this. */
    private long renewals;

    MemberMemory(MemoryRegistry shared, MemberStore store, MemoryDoor door) {
        this.shared = shared;
        this.door = door;
        this.registry = through(Registry.class, this::askRegistry);
        StateStore states =
                through(StateStore.class, (method, arguments) -> askStore(store.store(), method, arguments));
        this.store = new MemberStore() {
            @Override
            public StateStore store() {
                return states;
            }

            @Override
            public BitSet admit(Collection<ShardRow> rows) throws StoreException {
                try {
                    pass();
                } catch (IOException e) {
                    throw new StoreException(String.valueOf(e.getMessage()), e);
                }
                return store.admit(rows);
            }

            @Override
            public void dismiss(BitSet shards) {
                store.dismiss(shards);
            }
        };
    }

    /** The registry of this member. */
    public Registry registry() {
        return registry;
    }

    /** The store of this member. */
    public MemberStore store() {
        return store;
    }

    /** Its id; 0: it has not joined yet. */
    public long id() {
        MemberInfo info = joined;
        return info == null ? 0 : info.id();
    }

    /** The member tells whether it hosts any class, and the number of the view by which it routes calls. */
    public void observe(BooleanSupplier hosts, LongSupplier routes) {
        hosting = hosts;
        routing = routes;
    }

    /** The number of the view by which it routes calls. */
    public long routedView() {
        return routing.getAsLong();
    }

    /** Whether it hosts any class, and so wants shards. */
    public boolean isHosting() {
        return hosting.getAsBoolean();
    }

    /** How often the registry has renewed the lease; the member learns it a moment later. */
    public synchronized long renewals() {
        return renewals;
    }

    /**
     * Waits until the lease is renewed once more than so often.
     *
     * @param before as {@link #renewals} said
     * @param millis at most so long, in real time, more than zero
     * @throws InterruptedException if the calling thread is interrupted
     */
    public synchronized void awaitRenewal(long before, long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; renewals == before && left > 0; ) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    private synchronized void renewed() {
        renewals++;
        notifyAll();
    }

    /** Lets the member look at the registry now, and renew its lease if half a heartbeat has passed. */
    public void wake() {
        watcher.run();
    }

    /** The member learns at its next look that it is dead, and changes nothing any more. The registry learns nothing. */
    public void end() {
        ended = true;
        wake();
    }

    /** Does a method of a port. */
    private interface Asked {
        @Nullable
        Object ask(Method method, Object @Nullable [] arguments) throws Throwable;
    }

    private static <P> P through(Class<P> port, Asked asked) {
        return port.cast(Proxy.newProxyInstance(
                port.getClassLoader(),
                new Class<?>[] {port},
                (proxy, method, arguments) -> asked.ask(method, arguments)));
    }

    private @Nullable Object askRegistry(Method method, Object @Nullable [] arguments) throws Throwable {
        switch (method.getName()) {
            case "close" -> {
                return null; // it is that of the others, too
            }
            case "watch" -> watcher = (Runnable) first(arguments);
            case "join" -> joined = (MemberInfo) first(arguments);
            default -> {}
        }
        if (ended && method.getName().equals("renew")) {
            return OptionalLong.empty();
        }
        if (ended && method.getName().equals("read")) {
            return itsDeath((Long) first(arguments));
        }
        if (method.getExceptionTypes().length > 0) {
            try {
                pass();
            } catch (IOException e) {
                throw new RegistryException(String.valueOf(e.getMessage()), e);
            }
        }
        Object result = invoke(shared, method, arguments);
        if (method.getName().equals("renew")) {
            renewed();
        }
        return result;
    }

    private static Object first(Object @Nullable [] arguments) {
        return Objects.requireNonNull(arguments, "arguments")[0];
    }

    private void pass() throws IOException {
        door.pass();
        if (ended) {
            throw new IOException("a member that is dead must change nothing");
        }
    }

    private RegistryDelta itsDeath(long since) {
        MemberInfo info = joined;
        long view = since + 1;
        return new RegistryDelta(
                view,
                info == null ? List.of() : List.of(new MemberRow(info, MemberStatus.GONE, true, view)),
                List.of());
    }

    private @Nullable Object askStore(StateStore to, Method method, Object @Nullable [] arguments) throws Throwable {
        if (method.getExceptionTypes().length > 0) {
            try {
                pass();
            } catch (IOException e) {
                throw new StoreException(String.valueOf(e.getMessage()), e);
            }
        }
        return invoke(to, method, arguments);
    }

    private static @Nullable Object invoke(Object target, Method method, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
