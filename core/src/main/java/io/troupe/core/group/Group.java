// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.group;

import io.troupe.core.actor.ActorFactory;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Spawner;
import io.troupe.core.host.ActorControl;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * Several actors of one type that are spawned and addressed together: in turn, all at once, by key, or with results in
 * the order of the calls. Immutable; any thread. A member that stops stays in the group, and calls to it fail.
 *
 * @param <T> type of the members
 */
public final class Group<T> {
    private final Class<T> type;
    private final List<T> members;
    private final AtomicInteger turn = new AtomicInteger();
    private final T roundRobin;
    private final T broadcast;

    /** The last result handed out by ordered(); guarded by this. */
    private Promise<?> lastOrdered = Promise.done();

    private Group(Class<T> type, List<T> members, ActorOptions options) {
        this.type = type;
        this.members = List.copyOf(members);
        List<Outlet> outlets = new ArrayList<>();
        members.forEach(member -> outlets.add(Reference.outletOf(member)));
        ReferenceType<T> references = ReferenceType.of(type, options.lookup());
        this.roundRobin = references.newReference(new RoundRobinOutlet(type, outlets));
        this.broadcast = references.newReference(new BroadcastOutlet(type, outlets));
    }

    /**
     * Spawns a group.
     *
     * @param spawner the system or an actor's context
     * @param type of the members
     * @param size number of members, at least 1
     * @param factory makes each member
     * @param options of each member; a name gets the index appended, a worker index counts up from the given one
     */
    public static <T> Group<T> spawn(
            Spawner spawner, Class<T> type, int size, ActorFactory<? extends T> factory, ActorOptions options) {
        return spawnIndexed(spawner, type, size, index -> factory, options);
    }

    /**
     * Spawns a group whose members are made differently.
     *
     * @param spawner the system or an actor's context
     * @param type of the members
     * @param size number of members, at least 1
     * @param factories the factory of the member at an index from 0
     * @param options of each member; a name gets the index appended, a worker index counts up from the given one
     */
    public static <T> Group<T> spawnIndexed(
            Spawner spawner,
            Class<T> type,
            int size,
            IntFunction<? extends ActorFactory<? extends T>> factories,
            ActorOptions options) {
        if (size < 1) {
            throw new IllegalArgumentException("group must have at least one member: size=" + size);
        }
        List<T> members = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            members.add(spawner.spawn(type, factories.apply(i), memberOptions(options, i)));
        }
        return new Group<>(type, members, options);
    }

    /** {@link #spawn(Spawner, Class, int, ActorFactory, ActorOptions)} with the defaults. */
    public static <T> Group<T> spawn(Spawner spawner, Class<T> type, int size, ActorFactory<? extends T> factory) {
        return spawn(spawner, type, size, factory, ActorOptions.defaults());
    }

    private static ActorOptions memberOptions(ActorOptions options, int index) {
        String name = options.name();
        ActorOptions own = name == null ? options : options.name(name + "-" + index);
        return own.worker() < 0 ? own : own.worker(own.worker() + index);
    }

    /** The members, in order of creation. */
    public List<T> members() {
        return members;
    }

    /** Number of members. */
    public int size() {
        return members.size();
    }

    /** The next member in turn. */
    public T next() {
        return members.get(Math.floorMod(turn.getAndIncrement(), members.size()));
    }

    /** A reference that sends each call to the next member in turn. */
    public T roundRobin() {
        return roundRobin;
    }

    /** A reference that sends each tell to all members. An ask on it fails; use {@link #all}. */
    public T broadcast() {
        return broadcast;
    }

    /**
     * The member for a key: the same key, the same member.
     *
     * @param key compared by equals
     */
    public T keyed(Object key) {
        int hash = key.hashCode() * 0x9E3779B9; // spreads keys that differ in the upper bits only
        return members.get(Math.floorMod(hash ^ hash >>> 16, members.size()));
    }

    /**
     * Asks all members.
     *
     * @param call applied to each member
     * @return the results in the order of the members; fails with the first failure
     */
    public <R> Promise<List<R>> all(Function<? super T, ? extends Promise<R>> call) {
        List<Promise<R>> results = new ArrayList<>(members.size());
        members.forEach(member -> results.add(call.apply(member)));
        return Promise.all(results);
    }

    /**
     * Asks the next member in turn; the results of all such calls settle in the order of the calls, though the members
     * work side by side.
     *
     * @param call applied to the member
     */
    public synchronized <R> Promise<R> ordered(Function<? super T, ? extends Promise<R>> call) {
        Promise<?> before = lastOrdered;
        Promise<R> own = call.apply(next());
        CompletablePromise<R> result = new CompletablePromise<>();
        lastOrdered = result;
        result.completeAfter(before, own);
        return result;
    }

    /** Stops all members. */
    public void stop() {
        members.forEach(member -> ActorControl.of(member).stop());
    }

    @Override
    public String toString() {
        return "Group[" + type.getSimpleName() + " x " + members.size() + "]";
    }
}
