// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the states of many keys, by one thread, in groups: whatever waits when the reading before is done. Nobody waits for a group to
 * become larger. Any thread asks; owns the thread, not the store.
 *
 * <p>Invariant: a key joins a group before the reading of that group begins. So what is found has all that was committed before
 * {@link #read} was called.
 *
 * <p>What waits is not bounded here: an actor asks for one state at a time, and takes no messages before it has it.
 */
public final class GroupReader implements AutoCloseable {
    /** Keys of one group. */
    static final int MOST_KEYS = 256;

    /** Keys that may fail alone before the store is taken to be away. */
    private static final int MOST_ALONE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(GroupReader.class);

    private final StateStore store;
    private final Thread thread;
    private final Deque<Wanted> waiting = new ArrayDeque<>(); // guarded by itself
    private boolean closed; // guarded by waiting

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param store to read from
     */
    public GroupReader(String name, StateStore store) {
        this.store = store;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Asks for the state of a key. Any thread; never waits.
     *
     * @param key of the state
     * @param loading told once: the state, or null if there is none or it could not be read, and in the last case why. On the reading
     *     thread, or on the calling one if the reader has closed; must be quick and must not throw
     */
    public void read(StateKey key, BiConsumer<@Nullable StoredState, @Nullable StoreException> loading) {
        synchronized (waiting) {
            if (!closed) {
                waiting.add(new Wanted(key, loading));
                waiting.notifyAll();
                return;
            }
        }
        loading.accept(null, isClosed());
    }

    /** Fails what waits, takes nothing more, and waits for the thread. */
    @Override
    public void close() {
        List<Wanted> dropped;
        synchronized (waiting) {
            closed = true;
            dropped = List.copyOf(waiting);
            waiting.clear();
            waiting.notifyAll();
        }
        dropped.forEach(each -> each.loading.accept(null, isClosed()));
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static StoreException isClosed() {
        return new StoreException("a store must not be closing", new IllegalStateException("closed"));
    }

    private void run() {
        for (Group group = next(); !group.loadings.isEmpty(); group = next()) {
            read(group);
        }
    }

    /** What waits, within the limit; waited for. Nothing: it has closed. */
    private Group next() {
        Group group = new Group(new LinkedHashMap<>());
        synchronized (waiting) {
            while (waiting.isEmpty() && !closed) {
                try {
                    waiting.wait();
                } catch (InterruptedException e) {
                    // nobody knows the thread: a driver has left it interrupted
                }
            }
            while (!waiting.isEmpty() && group.loadings.size() < MOST_KEYS) {
                group.add(waiting.remove());
            }
        }
        return group;
    }

    /** A key that cannot be read must not keep others from being read, nor may each of them wait for a store that is away. */
    private void read(Group group) {
        StoreException failure = tryRead(group.keys(), group);
        List<StateKey> left = group.keys();
        int failed = left.size() > 1 ? 0 : MOST_ALONE;
        for (int i = 0; i < left.size() && failed < MOST_ALONE; i++) {
            StoreException own = tryRead(List.of(left.get(i)), group);
            if (own != null) {
                failed++;
                group.settle(left.get(i), null, own);
            }
        }
        if (failure != null) {
            group.fail(failure);
        }
    }

    /** Returns why not all are told. */
    private @Nullable StoreException tryRead(List<StateKey> keys, Group group) {
        try {
            store.load(keys, (key, state) -> group.settle(key, state, null));
            return null;
        } catch (StoreException e) {
            LOG.debug("states could not be read: keys={}, cause={}", keys.size(), e.toString());
            return e;
        } catch (RuntimeException e) { // a driver's
            LOG.error("states could not be read: keys={}", keys.size(), e);
            return new StoreException("a store must be readable: cause=" + e, e);
        }
    }

    /** A key, and who asks for it. */
    private record Wanted(StateKey key, BiConsumer<@Nullable StoredState, @Nullable StoreException> loading) {}

    /**
     * What is read together.
     *
     * @param loadings those that were not told yet
     */
    private record Group(Map<StateKey, List<BiConsumer<@Nullable StoredState, @Nullable StoreException>>> loadings) {
        void add(Wanted wanted) {
            loadings.computeIfAbsent(wanted.key, key -> new ArrayList<>(1)).add(wanted.loading);
        }

        void settle(StateKey key, @Nullable StoredState state, @Nullable StoreException failure) {
            List<BiConsumer<@Nullable StoredState, @Nullable StoreException>> told = loadings.remove(key);
            if (told != null) {
                told.forEach(each -> each.accept(state, failure));
            }
        }

        /** Those that were not told yet. */
        List<StateKey> keys() {
            return List.copyOf(loadings.keySet());
        }

        void fail(StoreException failure) {
            keys().forEach(key -> settle(key, null, failure));
        }
    }
}
