// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.OnceAsk;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.call.Caller;
import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.FrontedOutlet;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.key.KeyFinder;
import io.troupe.remoting.key.KeyResolver;
import io.troupe.remoting.key.KeyTarget;
import io.troupe.remoting.key.KeyedLinks;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way to actors by type and key, of one process: hands out references, serves what this member owns to others, and follows
 * the views that its owner gives it. Any thread.
 */
public final class Router {
    /** A planned owner lets calls wait so long for a shard that is being handed over. */
    private static final long CLAIM_NANOS = 2_000_000_000;

    private final OutletHost host;
    private final KeyedLinks links;
    private final MemoryBudget memory;
    private final Map<String, Hosted> types = new ConcurrentHashMap<>();
    private final Map<StateKey, Entry> outlets = new ConcurrentHashMap<>();
    private final ReferenceQueue<VirtualOutlet> gone = new ReferenceQueue<>();
    // in the order in which they came, so that seeded runs are alike
    private final Set<VirtualOutlet> blocked = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<Awaited> awaited = Collections.synchronizedSet(new LinkedHashSet<>());
    /** Guards that turn calls away, as long as their actors can be used. */
    private final Set<KeyGuard> guards = Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final Set<Link> heard = ConcurrentHashMap.newKeySet();

    /** Of types whose calls may have ids. */
    private final Map<String, CallCodec> codecs = new ConcurrentHashMap<>();

    /** What other members have said that they host. */
    private final Map<Long, HostedBy> others = new ConcurrentHashMap<>();

    /** Calls turned away because their key had another owner. */
    private final LongAdder moved = new LongAdder();

    /** Why no call leads anywhere any more; null: they do. */
    private volatile @Nullable CallNotServedException ended;

    private volatile RouteView view;

    /**
     * Serves nothing yet.
     *
     * @param host the actor system
     * @param links of the process
     * @param first view
     * @param memory bytes of calls that may wait for owners
     */
    public Router(OutletHost host, KeyedLinks links, RouteView first, long memory) {
        this.host = host;
        this.links = links;
        this.memory = host.memory().part("calls that wait for owners", memory);
        this.view = first;
        view(first);
    }

    /** The one outlet of a key, as long as anybody uses it. */
    private static final class Entry extends WeakReference<VirtualOutlet> {
        private final StateKey key;

        Entry(VirtualOutlet outlet, ReferenceQueue<VirtualOutlet> queue) {
            super(outlet, queue);
            this.key = outlet.key();
        }
    }

    /** A call of another member waits until this one has claimed a shard. */
    private record Awaited(StateKey key, SettablePromise<Outlet> found) {}

    // ---- views ---------------------------------------------------------------------------------------------------

    /** The present view. */
    public RouteView view() {
        return view;
    }

    /**
     * Takes a newer view; one of the same number may tell of shards claimed since, or of other links.
     *
     * @param next of the same member
     */
    public void view(RouteView next) {
        synchronized (this) {
            if (next.number() < view.number()) {
                return;
            }
            view = next;
        }
        for (Link link : next.links()) {
            if (heard.add(link)) {
                link.onChange((state, why) -> {
                    if (state == LinkState.UP) {
                        unblock();
                    } else if (state == LinkState.CLOSED) {
                        heard.remove(link);
                    }
                });
            }
        }
        for (KeyGuard guard : copy(guards)) {
            guard.endIfBack(next);
        }
        for (Awaited one : copy(awaited)) {
            look(one);
        }
        unblock();
    }

    private static <T> List<T> copy(Set<T> set) {
        synchronized (set) {
            return new ArrayList<>(set);
        }
    }

    private void unblock() {
        for (VirtualOutlet outlet : copy(blocked)) {
            if (blocked.remove(outlet)) {
                outlet.unblock();
            }
        }
    }

    /** An outlet found no way by this view. */
    void block(VirtualOutlet outlet, RouteView seen, long owner) {
        blocked.add(outlet);
        Link link = seen.link(owner);
        boolean cameUp = link != null && link.state() == LinkState.UP && !outlet.isRefusedTooOften();
        if ((view != seen || cameUp) && blocked.remove(outlet)) { // since it looked
            outlet.unblock();
        }
    }

    /**
     * Another member has said what it hosts: calls of other types are not sent there.
     *
     * @param member its id
     * @param name of it, for people
     * @param hosted names of the types
     */
    public void hosts(long member, String name, Set<String> hosted) {
        others.put(member, new HostedBy(name, new TreeSet<>(hosted)));
        unblock();
    }

    /** A member is gone. */
    public void forget(long member) {
        others.remove(member);
    }

    /**
     * Calls lead nowhere any more: those that wait fail, and later ones.
     *
     * @param why what their senders are told
     */
    public void end(CallNotServedException why) {
        ended = why;
        unblock();
    }

    private record HostedBy(String name, Set<String> types) {
        @Override
        public String toString() {
            return name + "=" + types;
        }
    }

    // ---- this process --------------------------------------------------------------------------------------------

    /**
     * Hosts the actors of a type: for this process, and for others over links.
     *
     * @param type its name
     * @param actors class of the actors
     * @param policy who may call over links; null: nobody
     * @param local finds the actor of a key in this process; asked only for keys that this member owns
     * @throws IllegalArgumentException if the type is hosted already, or its methods cannot be called over links
     */
    public void host(String type, Class<?> actors, @Nullable CallPolicy policy, Function<String, Outlet> local) {
        Hosted hosted = new Hosted(type, local, null, CallerCheck.of(actors, policy));
        links.serve(type, actors, policy, hosted);
        types.put(type, hosted);
    }

    /**
     * Hosts durable actors, whose calls may have ids.
     *
     * @param actors class of the actors
     * @param codec of their calls
     * @param policy who may call over links
     * @param handles of the actors
     * @param local as for others
     * @throws IllegalArgumentException if the type is hosted already, or its methods cannot be called over links
     */
    public void host(
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

    /**
     * Calls of a type that have ids can be sent to others.
     *
     * @param codec of the calls
     */
    public void know(CallCodec codec) {
        if (codecs.putIfAbsent(codec.typeName(), codec) == null) {
            links.allow(IdentifiedCalls.class);
        }
    }

    /** Whether calls of a type may have ids: others are made as if they had none. */
    boolean hasIds(String type) {
        return codecs.containsKey(type);
    }

    /**
     * Makes a call that is done once.
     *
     * @param key whose
     * @param identity which call it is
     * @param call a tell or an ask that is not sent
     */
    public Promise<?> once(StateKey key, CallIdentity identity, Call call) {
        return outlet(key).ask(new OnceAsk<>(identity, call));
    }

    /** Hosts nothing any more. */
    public void close() {
        types.keySet().forEach(type -> {
            links.withdraw(type);
            links.withdraw(OnceThere.PREFIX + type);
        });
        types.clear();
    }

    /**
     * The guard of an actor of this process, which turns calls away when the key belongs to somebody else.
     *
     * @param type of the actor
     * @param key of the actor
     */
    public TurnGuard guard(String type, String key) {
        return new KeyGuard(new StateKey(type, key));
    }

    /**
     * Turns calls away when the key belongs to somebody else. Once it has turned one away it goes on with that, also if the key has
     * come back, until nothing is in the mailbox that was there when it came back: those behind a call that was turned away may not
     * overtake it.
     *
     * <p>The router, which ends that, knows of it when whoever sent the first call has got it back, and sends nothing more
     * until he has asked for the end. Else a call that is put between the two could be behind the end of turning away, and
     * overtake.
     */
    private final class KeyGuard implements TurnGuard {
        private final StateKey key;
        private final int shard;

        /** In turns of the actor. */
        private boolean turning;

        /** Whether the router knows that it is turning calls away. In turns of the actor. */
        private boolean known;

        KeyGuard(StateKey key) {
            this.key = key;
            this.shard = key.shard();
        }

        @Override
        public @Nullable CallNotServedException refusal() {
            RouteView now = view;
            if (!turning && now.serves(shard)) {
                return null;
            }
            turning = true;
            return moved(now, key, shard);
        }

        @Override
        public void turnedAway() {
            if (turning && !known) {
                known = true;
                guards.add(this);
                endIfBack(view); // which may have come between
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
            EndMarker marker = new EndMarker();
            new Observer<Void>() {
                @Override
                protected void onValue(@Nullable Void reached) {
                    stopTurning();
                }

                @Override
                protected void onFailure(Throwable cause) {
                    stopTurning(); // in the turn in which it is turned away itself
                }
            }.observe(marker);
            offer(hosted.local.apply(key.key()), marker);
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
            RouteView now = view;
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
                    found.fail(moved(view, one.key(), one.key().shard()));
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
        EndMarker marker = new EndMarker();
        new Observer<Void>() {
            @Override
            protected void onValue(@Nullable Void reached) {
                end.complete();
            }

            @Override
            protected void onFailure(Throwable cause) {
                end.complete(); // it has been turned away, like the calls before it
            }
        }.observe(marker);
        offer(local, marker);
        return end;
    }

    private static void offer(Outlet local, EndMarker marker) {
        if (local.tryAsk(marker) == Offer.FULL) {
            local.whenRoom(() -> offer(local, marker));
        }
    }

    // ---- callers -------------------------------------------------------------------------------------------------

    /**
     * A reference to the actor of a key, wherever it is. Never waits.
     *
     * @param actors class of the actors
     * @param type its name
     * @param key of the actor
     * @param <A> class of the actors
     * @throws IllegalArgumentException if the key is malformed, or methods of the class cannot be called over links
     */
    public <A> A reference(Class<A> actors, String type, String key) {
        links.allow(actors);
        return ReferenceType.of(actors, null).newReference(outlet(new StateKey(type, key)));
    }

    VirtualOutlet outlet(StateKey key) {
        for (Reference<? extends VirtualOutlet> old = gone.poll(); old != null; old = gone.poll()) {
            outlets.remove(((Entry) old).key, old);
        }
        while (true) {
            Entry known = outlets.get(key);
            VirtualOutlet outlet = known == null ? null : known.get();
            if (outlet != null) {
                return outlet;
            }
            VirtualOutlet made = new VirtualOutlet(this, key);
            Entry entry = new Entry(made, gone);
            boolean done = known == null ? outlets.putIfAbsent(key, entry) == null : outlets.replace(key, known, entry);
            if (done) {
                return made;
            }
        }
    }

    /** The way to the actor of an outlet's key at a member; null: there is none now. */
    @Nullable
    Destination destination(VirtualOutlet from, RouteView now, long owner) {
        StateKey key = from.key();
        int shard = from.shard();
        CallNotServedException over = ended;
        if (over != null) {
            return Destination.refusing(owner, over);
        }
        if (owner == now.self() && owner != RouteView.NOBODY) {
            if (!now.serves(shard)) {
                return null; // it is about to be claimed
            }
            Hosted hosted = types.get(key.type());
            if (hosted == null) {
                return Destination.refusing(owner, notHosted(key, owner));
            }
            Outlet local = hosted.local.apply(key.key());
            StateHandles handles = hosted.handles;
            return Destination.here(
                    owner,
                    local,
                    () -> endOf(local),
                    handles == null ? null : new OnceHere(local, handles, key.key()),
                    local instanceof FrontedOutlet actor ? new LocalWay(from, actor) : null);
        }
        Link link = now.link(owner);
        if (link == null || link.state() != LinkState.UP) {
            return null;
        }
        HostedBy known = others.get(owner);
        if (known != null && !known.types().contains(key.type())) {
            return Destination.refusing(owner, notHosted(key, owner));
        }
        KeyTarget far = links.target(link, key.type(), key.key());
        CallCodec codec = codecs.get(key.type());
        if (codec == null) {
            return Destination.there(owner, far, link, far::end, null);
        }
        KeyTarget once = links.target(link, OnceThere.PREFIX + key.type(), key.key());
        return Destination.there(
                owner, far, link, () -> Destination.both(far.end(), once.end()), new OnceThere(once, codec));
    }

    private CallNotServedException notHosted(StateKey key, long owner) {
        return new NotHostedException("the owner of a key must host its type: " + key + ", owner="
                + Long.toHexString(owner) + ", hostedHere=" + new TreeSet<>(types.keySet()) + ", hosted="
                + others.values().stream().map(HostedBy::toString).sorted().toList());
    }

    OutletHost host() {
        return host;
    }

    /** Calls turned away here so far, as their key had another owner. */
    public long callsMoved() {
        return moved.sum();
    }

    /** Bytes of calls that wait for owners now. */
    public long waitingBytes() {
        return memory.used();
    }

    /** Bounds the bytes of calls that wait for owners. */
    MemoryBudget memory() {
        return memory;
    }

    int weight(AskMessage<?> message) {
        return links.weight(message);
    }

    @Override
    public String toString() {
        return "Router[" + host.name() + ", " + view + "]";
    }
}
