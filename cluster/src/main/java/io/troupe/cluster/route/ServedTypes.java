// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.call.Caller;
import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.FrontedOutlet;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.key.KeyFinder;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.key.KeyedLinks;
import io.troupe.remoting.link.CallPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The types that a member hosts, and their actors as far as it owns the keys by the present view: others find them over links.
 * Calls for keys that have another owner are turned away, by the guard of each actor or before they reach one; those for a shard
 * that is being handed over to this member wait for it. Any thread.
 */
final class ServedTypes {
    /** A planned owner lets calls wait so long for a shard that is being handed over. */
    private static final long CLAIM_NANOS = 2_000_000_000;

    private final OutletHost host;
    private final KeyedLinks links;
    private final CurrentView view;
    private final Map<String, Hosted> types = new ConcurrentHashMap<>();
    // in the order in which they came, so that seeded runs are alike
    private final Set<Awaited> awaited = Collections.synchronizedSet(new LinkedHashSet<>());
    /** Guards that turn calls away, as long as their actors can be used. */
    private final Set<KeyGuard> guards = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    /** Calls turned away because their key had another owner. */
    private final LongAdder moved = new LongAdder();

    /**
     * Without types.
     *
     * @param host the actor system
     * @param links of the process
     * @param view by which it owns keys
     */
    ServedTypes(OutletHost host, KeyedLinks links, CurrentView view) {
        this.host = host;
        this.links = links;
        this.view = view;
    }

    /** A call of another member waits until this one has claimed a shard. */
    private record Awaited(StateKey key, SettablePromise<Outlet> found) {}

    /** Hosts the actors of a type, see {@link Router#host(String, Class, CallPolicy, Function)}. */
    void host(String type, Class<?> actors, @Nullable CallPolicy policy, Function<String, Outlet> local) {
        Hosted hosted = new Hosted(type, local, null, CallerCheck.of(actors, policy));
        links.serve(type, actors, policy, hosted);
        types.put(type, hosted);
    }

    /** Hosts durable actors, see {@link Router#host(Class, CallCodec, CallPolicy, StateHandles, Function)}. */
    void host(
            Class<?> actors, CallCodec codec, CallPolicy policy, StateHandles handles, Function<String, Outlet> local) {
        String type = codec.typeName();
        Hosted hosted = new Hosted(type, local, handles, CallerCheck.of(actors, policy));
        links.serve(type, actors, policy, hosted);
        links.serve(
                OnceThere.PREFIX + type,
                IdentifiedCalls.class,
                (caller, target, method) -> true, // the inlet asks, which knows the method
                new OnceResolver(hosted, codec, handles, policy));
        types.put(type, hosted);
    }

    /** Hosts nothing any more. */
    void close() {
        types.keySet().forEach(type -> {
            links.withdraw(type);
            links.withdraw(OnceThere.PREFIX + type);
        });
        types.clear();
    }

    /** Names of all types. */
    Set<String> names() {
        return new TreeSet<>(types.keySet());
    }

    /** Calls turned away so far, as their key had another owner. */
    long callsMoved() {
        return moved.sum();
    }

    /** There is another view: keys may have come here. */
    void follow(RouteView next) {
        for (KeyGuard guard : new ArrayList<>(guards)) {
            guard.endIfBack(next);
        }
        for (Awaited one : new ArrayList<>(awaited)) {
            look(one);
        }
    }

    /** The actor of an outlet's key; null: its type is not hosted. */
    @Nullable
    Destination destination(VirtualOutlet from, long self) {
        StateKey key = from.key();
        Hosted hosted = types.get(key.type());
        if (hosted == null) {
            return null;
        }
        Outlet local = hosted.local.apply(key.key());
        StateHandles handles = hosted.handles;
        return Destination.here(
                self,
                local,
                () -> endOf(local),
                handles == null ? null : new OnceHere(local, handles, key.key()),
                local instanceof FrontedOutlet actor ? new LocalWay(from, actor) : null);
    }

    /** The guard of an actor of this process. */
    TurnGuard guard(String type, String key) {
        return new KeyGuard(new StateKey(type, key));
    }

    /**
     * Turns calls away when the key belongs to somebody else. Once it has turned one away it goes on with that, also if the key has
     * come back, until nothing is in the mailbox that was there when it came back: those behind a call that was turned away may not
     * overtake it.
     *
     * <p>{@link ServedTypes}, which ends that, knows of it once the sender of the first call has got it back, and that one sends
     * nothing more until it has asked for the end. Else a call that is put between the two could be behind the end of turning away, and
     * overtake. The same goes for a call that is turned away later: if the end of turning away was put before its sender had got it
     * back, calls of that sender may be behind. By the turn of that end the sender knows, so another end, which is put then, is behind
     * them all.
     */
    private final class KeyGuard implements TurnGuard {
        private final StateKey key;
        private final int shard;

        /** In turns of the actor. */
        private boolean turning;

        /** Whether it is one of {@link #guards}. In turns of the actor. */
        private boolean known;

        /** Calls turned away, of which their senders know. Written in turns of the actor. */
        private volatile int returned;

        KeyGuard(StateKey key) {
            this.key = key;
            this.shard = key.shard();
        }

        @Override
        public @Nullable CallNotServedException refusal() {
            RouteView now = view.get();
            if (!turning && now.serves(shard)) {
                return null;
            }
            turning = true;
            return moved(now, key, shard);
        }

        @Override
        public void turnedAway(Message call) {
            if (!(call instanceof EndMarker)) {
                int before = returned;
                returned = before + 1;
            }
            if (turning && !known) {
                known = true;
                guards.add(this);
                endIfBack(view.get()); // which may have come between
            }
        }

        /** Not that of the object, so that sets of guards have the same order in each run. */
        @Override
        public int hashCode() {
            return key.hashCode();
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return this == other;
        }

        /** Any thread. */
        void endIfBack(RouteView now) {
            Hosted hosted = now.serves(shard) ? types.get(key.type()) : null;
            if (hosted == null || !guards.remove(this)) {
                return;
            }
            int before = returned;
            Outlet actor = hosted.local.apply(key.key());
            afterRest(actor, () -> {
                if (before == returned) {
                    stopTurning();
                } else {
                    afterRest(actor, this::stopTurning);
                }
            });
        }

        private void stopTurning() {
            turning = false;
            known = false;
        }
    }

    private MovedException moved(RouteView now, StateKey key, int shard) {
        moved.increment();
        return new MovedException(
                "a call must come to the owner of its key: " + key + ", owner=" + now.owner(shard) + ", view="
                        + now.number(),
                now.owner(shard),
                now.number());
    }

    /** A type, as others find its actors. */
    private final class Hosted implements KeyResolver {
        private final String type;
        private final Function<String, Outlet> local;

        /** Of durable actors. */
        private final @Nullable StateHandles handles;

        private final CallerCheck callers;

        Hosted(String type, Function<String, Outlet> local, @Nullable StateHandles handles, CallerCheck callers) {
            this.handles = handles;
            this.callers = callers;
            this.type = type;
            this.local = local;
        }

        @Override
        public @Nullable Outlet find(String key) {
            StateKey name = new StateKey(type, key);
            return find(name, name.shard());
        }

        @Override
        public KeyFinder finder(String key) {
            StateKey name = new StateKey(type, key);
            int shard = name.shard();
            return () -> find(name, shard);
        }

        private @Nullable Outlet find(StateKey name, int shard) {
            RouteView now = view.get();
            if (now.serves(shard)) {
                return local.apply(name.key());
            }
            if (now.owner(shard) == now.self()) {
                return null; // it is about to be claimed
            }
            throw moved(now, name, shard);
        }

        @Override
        public Promise<Outlet> later(String key) {
            SettablePromise<Outlet> found = host.newPromise();
            Awaited one = new Awaited(new StateKey(type, key), found);
            awaited.add(one);
            host.outsideExecutor().schedule(CLAIM_NANOS, () -> {
                if (awaited.remove(one)) {
                    found.fail(moved(view.get(), one.key(), one.key().shard()));
                }
            });
            look(one); // a view may have come between
            return found;
        }

        @Override
        public boolean isSentElsewhere(CallNotServedException refused) {
            return refused instanceof MovedException;
        }

        @Override
        public Promise<Void> end(String key, @Nullable Caller caller) {
            String target = type + "/" + key;
            return callers.mayCall(caller, target)
                    ? endOf(local.apply(key))
                    : Promise.failed(new DeniedException(
                            "the policy of a cluster must allow a caller something, before it asks what has become of calls: caller="
                                    + (caller == null ? "unknown" : caller.name()) + ", target=" + target));
        }
    }

    private void look(Awaited one) {
        Hosted hosted = types.get(one.key().type());
        try {
            Outlet found = hosted == null ? null : hosted.find(one.key().key());
            if (found != null && awaited.remove(one)) {
                one.found().complete(found);
            }
        } catch (RuntimeException e) { // it has moved on
            if (awaited.remove(one)) {
                one.found().fail(e);
            }
        }
    }

    /** Fulfilled when all that an actor of this process has in its mailbox now has been executed or turned away. */
    private Promise<Void> endOf(Outlet local) {
        SettablePromise<Void> end = host.newPromise();
        afterRest(local, end::complete);
        return end;
    }

    /** Runs an action in the turn of the actor that is behind all that is in its mailbox now, whether that is executed or turned away. */
    private static void afterRest(Outlet local, Runnable action) {
        EndMarker marker = new EndMarker();
        Observer.whenSettled(marker, action); // or turned away, like the calls before it
        offer(local, marker);
    }

    private static void offer(Outlet local, EndMarker marker) {
        if (local.tryAsk(marker) == Offer.FULL) {
            local.whenRoom(() -> offer(local, marker));
        }
    }

    /** As others find the actors of a type for calls that are done once. */
    private record OnceResolver(KeyResolver actors, CallCodec codec, StateHandles handles, CallPolicy policy)
            implements KeyResolver {
        @Override
        public @Nullable Outlet find(String key) {
            return inlet(key, actors.find(key));
        }

        @Override
        public KeyFinder finder(String key) {
            KeyFinder known = actors.finder(key);
            return () -> inlet(key, known.find());
        }

        private @Nullable Outlet inlet(String key, @Nullable Outlet found) {
            return found == null ? null : new OnceInlet(found, codec, handles, key, policy);
        }

        @Override
        public Promise<Outlet> later(String key) {
            return actors.later(key).map(found -> new OnceInlet(found, codec, handles, key, policy));
        }

        @Override
        public boolean isSentElsewhere(CallNotServedException refused) {
            return actors.isSentElsewhere(refused);
        }

        @Override
        public Promise<Void> end(String key, @Nullable Caller caller) {
            return actors.end(key, caller);
        }
    }
}
