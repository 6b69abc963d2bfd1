// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.store.RowChanges.StoredEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A store in memory whose commits wait until the test lets them go, and fail when it says so. So do its loads, if the test wants it. */
public final class ScriptedStore implements StateStore {
    private static final int MANY = 1_000_000;

    private final MemoryStore memory = new MemoryStore();
    private final Semaphore permits = new Semaphore(0);
    private final Semaphore begun = new Semaphore(0);
    private final AtomicReference<StoreException> nextFailure = new AtomicReference<>();
    private final List<List<StateWrite>> batches = new ArrayList<>(); // guarded by itself
    private final AtomicInteger failingLoads = new AtomicInteger();
    private final AtomicInteger failingCalls = new AtomicInteger();
    private final AtomicInteger loads = new AtomicInteger();
    private final List<List<StateKey>> groups = new ArrayList<>(); // guarded by itself
    private final Semaphore loadPermits = new Semaphore(MANY);
    private final Semaphore begunLoads = new Semaphore(0);
    private volatile String failingKey = "";
    private final AtomicReference<Throwable> breaking = new AtomicReference<>();
    private volatile boolean refusing;

    /** Lets commits go. */
    public void release(int commits) {
        permits.release(commits);
    }

    /** Lets no further commit go until the test says so. */
    public void block() {
        permits.drainPermits();
        begun.drainPermits();
    }

    /** Waits until a commit has begun. */
    public void awaitCommit() throws InterruptedException {
        begun.acquire();
    }

    /** Lets the next commit fail. */
    public void failNext() {
        nextFailure.set(new StoreException("the test says so", new IllegalStateException("scripted")));
    }

    /** Lets loads fail. */
    public void failLoads(int count) {
        failingLoads.set(count);
    }

    /** Lets looking for calls fail. */
    public void failCalls(int count) {
        failingCalls.set(count);
    }

    /** Lets no further loads of groups go until the test says so. */
    public void blockLoads() {
        loadPermits.drainPermits();
        begunLoads.drainPermits();
    }

    /** Waits until the loading of a group has begun. */
    public void awaitLoad() throws InterruptedException {
        begunLoads.acquire();
    }

    /** Lets loads of groups go. */
    public void releaseLoads() {
        loadPermits.release(MANY);
    }

    /** Lets every load of a key fail. */
    public void failLoadsOf(String key) {
        failingKey = key;
    }

    /** Lets the next commit, or load of a group, throw what no store should: an exception or error without a check. */
    public void breakNext(Throwable cause) {
        breaking.set(cause);
    }

    private void checkBroken() {
        Throwable cause = breaking.getAndSet(null);
        if (cause instanceof Error error) {
            throw error;
        } else if (cause instanceof RuntimeException exception) {
            throw exception;
        }
    }

    /** The keys that were loaded together. */
    public List<List<StateKey>> groups() {
        synchronized (groups) {
            return List.copyOf(groups);
        }
    }

    /** Refuses all writes from now on, as if somebody had taken over. */
    public void refuse() {
        refusing = true;
    }

    /** How often somebody has tried to load. */
    public int loads() {
        return loads.get();
    }

    /** What was committed so far. */
    public List<List<StateWrite>> batches() {
        synchronized (batches) {
            return List.copyOf(batches);
        }
    }

    /** The states behind it. */
    public StateStore memory() {
        return memory;
    }

    @Override
    public void load(List<StateKey> keys, BiConsumer<StateKey, @Nullable StoredState> found) throws StoreException {
        synchronized (groups) {
            groups.add(keys);
        }
        begunLoads.release();
        loadPermits.acquireUninterruptibly();
        checkBroken();
        StateStore.super.load(keys, found);
    }

    @Override
    public @Nullable StoredState load(StateKey key) throws StoreException {
        loads.incrementAndGet();
        if (key.key().equals(failingKey)) {
            throw new StoreException("the test says so", new IllegalStateException("scripted"));
        }
        if (failingLoads.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new StoreException("the test says so", new IllegalStateException("scripted"));
        }
        return memory.load(key);
    }

    @Override
    public @Nullable StoredState snapshot(StateKey key) {
        return memory.snapshot(key);
    }

    @Override
    public List<StoredEvent> events(StateKey key, long after, int limit) {
        return memory.events(key, after, limit);
    }

    @Override
    public boolean[] commit(List<StateWrite> writes) throws StoreException {
        begun.release();
        permits.acquireUninterruptibly();
        checkBroken();
        StoreException failure = nextFailure.getAndSet(null);
        if (failure != null) {
            throw failure;
        }
        synchronized (batches) {
            batches.add(writes);
        }
        return refusing ? new boolean[writes.size()] : memory.commit(writes);
    }

    @Override
    public List<String> callIds(StateKey key, int limit) {
        return memory.callIds(key, limit);
    }

    @Override
    public @Nullable StoredCall call(StateKey key, String id) throws StoreException {
        if (failingCalls.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            throw new StoreException("the test says so", new IllegalStateException("scripted"));
        }
        return memory.call(key, id);
    }

    @Override
    public int expireCalls(long now, int limit) {
        return memory.expireCalls(now, limit);
    }

    @Override
    public List<StoredEffect> effects(long after, int limit) {
        return memory.effects(after, limit);
    }

    @Override
    public List<StoredEffect> effects(StateKey from, StateKey to, long after, int limit) {
        return memory.effects(from, to, after, limit);
    }

    @Override
    public long deadEffects() {
        return memory.deadEffects();
    }

    @Override
    public int requeueEffects(int limit) {
        return memory.requeueEffects(limit);
    }

    @Override
    public List<StoredReminder> reminders(long now, int limit) {
        return memory.reminders(now, limit);
    }

    @Override
    public long nextReminder(long after) {
        return memory.nextReminder(after);
    }

    @Override
    public void close() {}
}
