// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.activation.CallCodec;
import io.troupe.cluster.activation.CallIdentity;
import io.troupe.cluster.activation.StateHandles;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.store.StateKey;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.OutletHost;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.mailbox.MemoryBudget;
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
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The way to actors by type and key, of one process: hands out references, finds the way to the owner of each key, and follows the
 * views that it is given. What this member owns is served to others by its {@link ServedTypes}. Any thread.
 */
public final class Router {
    /** The first calls wait so long until somebody is seen who hosts anything; then calls are refused until that comes about. */
    private static final long FIRST_HOST_NANOS = 5_000_000_000L;

    private final OutletHost host;
    private final KeyedLinks links;
    private final MemoryBudget memory;
    private final Map<StateKey, Entry> outlets = new ConcurrentHashMap<>();
    private final ReferenceQueue<VirtualOutlet> gone = new ReferenceQueue<>();
    // in the order in which they came, so that seeded runs are alike
    private final Set<VirtualOutlet> blocked = Collections.synchronizedSet(new LinkedHashSet<>());
    private final Set<Link> heard = ConcurrentHashMap.newKeySet();

    /** Of types whose calls may have ids. */
    private final Map<String, CallCodec> codecs = new ConcurrentHashMap<>();

    /** What other members have said that they host. */
    private final Map<Long, HostedBy> others = new ConcurrentHashMap<>();

    private final AtomicReference<FirstHost> firstHost = new AtomicReference<>(FirstHost.UNKNOWN);

    /** Why no call leads anywhere any more; null: they do. */
    private volatile @Nullable CallNotServedException ended;

    private final CurrentView view;
    private final ServedTypes served;

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
        this.view = new CurrentView(first);
        this.served = new ServedTypes(host, links, view);
        view(first);
    }

    /** Whether anybody has been seen who hosts anything. Afterwards calls wait whoever goes: others will come. */
    private enum FirstHost {
        UNKNOWN,
        AWAITED,
        MISSING,
        SEEN
    }

    /** The one outlet of a key, as long as anybody uses it. */
    private static final class Entry extends WeakReference<VirtualOutlet> {
        private final StateKey key;

        Entry(VirtualOutlet outlet, ReferenceQueue<VirtualOutlet> queue) {
            super(outlet, queue);
            this.key = outlet.key();
        }
    }

    // ---- views ---------------------------------------------------------------------------------------------------

    /** The present view. */
    public RouteView view() {
        return view.get();
    }

    /**
     * Takes a newer view; one of the same number may tell of shards claimed since, or of other links.
     *
     * @param next of the same member
     */
    public void view(RouteView next) {
        if (!view.take(next)) {
            return;
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
        served.follow(next);
        unblock();
    }

    private void unblock() {
        for (VirtualOutlet outlet : new ArrayList<>(blocked)) {
            if (blocked.remove(outlet)) {
                outlet.unblock();
            }
        }
    }

    /** An outlet found no way by this view. */
    void block(VirtualOutlet outlet, RouteView seen, long owner) {
        blocked.add(outlet);
        if (firstHost.compareAndSet(FirstHost.UNKNOWN, FirstHost.AWAITED)) {
            host.outsideExecutor().schedule(FIRST_HOST_NANOS, this::missHost);
        }
        Link link = seen.link(owner);
        boolean cameUp = link != null && link.state() == LinkState.UP;
        boolean isOver = (cameUp || isHostMissing()) && !outlet.isRefusedTooOften();
        if ((view.get() != seen || isOver) && blocked.remove(outlet)) { // since it looked
            outlet.unblock();
        }
    }

    private void missHost() {
        if (firstHost.compareAndSet(FirstHost.AWAITED, FirstHost.MISSING)) {
            unblock();
        }
    }

    private boolean isHostMissing() {
        return firstHost.get() == FirstHost.MISSING;
    }

    /** There is a member that hosts something, by what this process has read or been told. */
    public void hostSeen() {
        firstHost.set(FirstHost.SEEN);
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
        if (!hosted.isEmpty()) {
            hostSeen();
        }
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
        served.host(type, actors, policy, local);
        hostSeen();
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
        served.host(actors, codec, policy, handles, local);
        hostSeen();
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
        served.close();
    }

    /**
     * The guard of an actor of this process, which turns calls away when the key belongs to somebody else.
     *
     * @param type of the actor
     * @param key of the actor
     */
    public TurnGuard guard(String type, String key) {
        return served.guard(type, key);
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
                return noWay(key, owner); // it is about to be claimed
            }
            Destination here = served.destination(from, owner);
            return here == null ? Destination.refusing(owner, notHosted(key, owner)) : here;
        }
        Link link = now.link(owner);
        if (link == null || link.state() != LinkState.UP) {
            return noWay(key, owner);
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
                + MemberInfo.idText(owner) + ", hostedHere=" + served.names() + ", hosted="
                + others.values().stream().map(HostedBy::toString).sorted().toList());
    }

    private @Nullable Destination noWay(StateKey key, long owner) {
        return isHostMissing()
                ? Destination.refusing(
                        owner,
                        new NotHostedException(
                                "a member must host the type of a key, by Cluster.host here or in a member that is started: "
                                        + key + ", hosted=[]"))
                : null;
    }

    OutletHost host() {
        return host;
    }

    /** Calls turned away here so far, as their key had another owner. */
    public long callsMoved() {
        return served.callsMoved();
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
        return "Router[" + host.name() + ", " + view.get() + "]";
    }
}
