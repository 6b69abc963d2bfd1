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
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * A fixed number of actors of one type that are spawned and addressed together: in turn, all at once, by key, or with
 * results in the order of the calls. Use it to spread work over several workers. A member that stops remains in the group,
 * and calls to it fail. Any thread.
 *
 * @param <T> type of the members
 */
public final class Group<T> {
    private final Class<T> type;
    private final List<T> members;
    private final AtomicInteger turn = new AtomicInteger();
    private final T roundRobin;
    private final T broadcast;

    /** Fulfilled when all results handed out by ordered() have settled; guarded by this. */
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
     * Spawns a group. If spawning fails at one member, the earlier members are
     * stopped.
     *
     * @param <T> type of the members
     * @param spawner the system or an actor's context
     * @param type of the members: their class, or the interface that others use them through
     * @param size number of members, at least 1
     * @param factory makes each member
     * @param options of each member; a name gets the index appended, a worker index counts up from the given one
     * @return the group of running members
     * @throws IllegalArgumentException if the size is less than 1
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, a name is taken, or the spawner is closing
     */
    public static <T> Group<T> spawn(
            Spawner spawner, Class<T> type, int size, ActorFactory<? extends T> factory, ActorOptions options) {
        Objects.requireNonNull(factory, "factory");
        return spawnIndexed(spawner, type, size, index -> factory, options);
    }

    /**
     * Spawns a group whose members are made differently. If spawning fails at one member, the earlier members are
     * stopped.
     *
     * @param <T> type of the members
     * @param spawner the system or an actor's context
     * @param type of the members: their class, or the interface that others use them through
     * @param size number of members, at least 1
     * @param factories gives the factory of the member at an index from 0
     * @param options of each member; a name gets the index appended, a worker index counts up from the given one
     * @return the group of running members
     * @throws IllegalArgumentException if the size is less than 1
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, a name is taken, or the spawner is closing
     */
    public static <T> Group<T> spawnIndexed(
            Spawner spawner,
            Class<T> type,
            int size,
            IntFunction<? extends ActorFactory<? extends T>> factories,
            ActorOptions options) {
        Objects.requireNonNull(spawner, "spawner");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(factories, "factories");
        Objects.requireNonNull(options, "options");
        if (size < 1) {
            throw new IllegalArgumentException("group must have at least one member: size=" + size);
        }
        List<T> members = new ArrayList<>(size);
        try {
            for (int i = 0; i < size; i++) {
                members.add(spawner.spawn(type, factories.apply(i), memberOptions(options, i)));
            }
            return new Group<>(type, members, options);
        } catch (Throwable e) { // also what the caller's factories throw
            stop(members);
            throw e;
        }
    }

    /**
     * Spawns a group with default options, see {@link #spawn(Spawner, Class, int, ActorFactory, ActorOptions)}.
     *
     * @param <T> type of the members
     * @param spawner the system or an actor's context
     * @param type of the members: their class, or the interface that others use them through
     * @param size number of members, at least 1
     * @param factory makes each member
     * @return the group of running members
     * @throws IllegalArgumentException if the size is less than 1
     * @throws io.troupe.core.error.SpawnRefusedException if the type breaks a rule, or the spawner is closing
     */
    public static <T> Group<T> spawn(Spawner spawner, Class<T> type, int size, ActorFactory<? extends T> factory) {
        return spawn(spawner, type, size, factory, ActorOptions.defaults());
    }

    private static ActorOptions memberOptions(ActorOptions options, int index) {
        String name = options.name();
        ActorOptions own = name == null ? options : options.name(name + "-" + index);
        return own.worker() < 0 ? own : own.worker(own.worker() + index);
    }

    /** {@return references to the members, in order of creation; immutable} */
    public List<T> members() {
        return members;
    }

    /** {@return the number of members, at least 1, stopped ones included} */
    public int size() {
        return members.size();
    }

    /** {@return a reference to the next member in turn} */
    public T next() {
        return members.get(Math.floorMod(turn.getAndIncrement(), members.size()));
    }

    /** {@return a reference that sends each call to the next member in turn} It cannot be watched or stopped. */
    public T roundRobin() {
        return roundRobin;
    }

    /**
     * {@return a reference that sends each tell to all members} An ask on it fails with {@link
     * UnsupportedOperationException}; use {@link #all}. The reference cannot be watched or stopped.
     */
    public T broadcast() {
        return broadcast;
    }

    /**
     * {@return a reference to the member for a key} The same key always leads to the same member.
     *
     * @param key with a hash code that spreads well; equal keys must have equal hash codes
     */
    public T keyed(Object key) {
        int hash = Objects.requireNonNull(key, "key").hashCode()
                * 0x9E3779B9; // spreads keys that differ in the upper bits only
        return members.get(Math.floorMod(hash ^ hash >>> 16, members.size()));
    }

    /**
     * Asks all members.
     *
     * @param <R> type of each result
     * @param call applied to each member, in order, on the calling thread
     * @return the results in the order of the members; fails at the first failure like {@link Promise#all(List)}
     */
    public <R> Promise<List<R>> all(Function<? super T, ? extends Promise<R>> call) {
        Objects.requireNonNull(call, "call");
        List<Promise<R>> results = new ArrayList<>(members.size());
        members.forEach(member -> results.add(call.apply(member)));
        return Promise.all(results);
    }

    /**
     * Asks the next member in turn. The results of all such calls settle in the order of the calls, though the members work
     * side by side: a slow call holds back the results of later ones.
     *
     * @param <R> type of the result
     * @param call applied to the member, on the calling thread
     * @return settles like the promise of the call, when the results of all earlier calls have settled
     */
    public synchronized <R> Promise<R> ordered(Function<? super T, ? extends Promise<R>> call) {
        Objects.requireNonNull(call, "call");
        Promise<?> before = lastOrdered;
        Promise<R> own = Objects.requireNonNull(call.apply(next()), "promise of the call");
        CompletablePromise<R> result = new CompletablePromise<>();
        result.completeAfter(before, own);
        CompletablePromise<Void> both = new CompletablePromise<>(); // the result may be cancelled before its turn
        both.completeAfter(Promise.allSettled(before, result), Promise.done());
        lastOrdered = both;
        return result;
    }

    /** Stops all members, each after its current message. Returns at once. */
    public void stop() {
        stop(members);
    }

    private static void stop(List<?> members) {
        members.forEach(member -> ActorControl.of(member).stop());
    }

    @Override
    public String toString() {
        return "Group[" + type.getSimpleName() + " x " + members.size() + "]";
    }
}
