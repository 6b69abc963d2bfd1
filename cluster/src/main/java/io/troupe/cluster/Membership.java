// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.ClusterHealth.Status;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.cluster.member.MemberThread;
import io.troupe.cluster.member.ShardHolder;
import io.troupe.cluster.peer.PeerLinks;
import io.troupe.cluster.peer.PeerListener;
import io.troupe.cluster.peer.PeerNews;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberRow;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.Roster;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.route.Router;
import io.troupe.cluster.store.MemberStore;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.lang.invoke.MethodHandles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What makes a process one of several: its thread that agrees with the registry, the shards that it holds, its links to others, and
 * its router. It tells each of them what another one has found out.
 *
 * <p>A thread of its own proves deaths. Any thread.
 */
final class Membership implements ShardHolder, PeerListener, AutoCloseable {
    /** Bytes of calls that may wait for owners. */
    private static final long CALL_MEMORY = 64L << 20;

    /** Others have so long for what they have called here before this member left. */
    private static final Duration LAST_ANSWERS = Duration.ofSeconds(5);

    /** The registry has so long to take note that the member is gone. */
    private static final Duration LAST_NOTE = Duration.ofSeconds(10);

    /** Whoever has less left gets no work from outside: it may be over before that is done. */
    private static final Duration LEAST_LEASE = Duration.ofSeconds(1);

    private final Remoting remoting;
    private final MemberInfo info;
    private final Registry registry;
    private final Listener listener;
    private final HostedTypes hosted;
    private final Router router;
    private final MemberThread thread;
    private final PeerLinks peers;
    private final PeerNews news;
    private final HeldShards shards;
    private final CompletablePromise<Void> joined = new CompletablePromise<>();
    private final CompletablePromise<String> end = new CompletablePromise<>();

    /** For views that are published, so that they come in their order. */
    private final Object publishing = new Object();

    // ---- guarded by this
    private final Map<Long, MemberRow> members = new HashMap<>();

    /** The highest number that another member has told. */
    private long heardView;

    private boolean leaving;

    private volatile Runnable shardsChanged = () -> {};
    private volatile Runnable linksOrNotes = () -> {};

    /** Members to which there is no link, when it was looked at the last time. Written by the thread of the member. */
    private volatile Set<Long> unreachable = Set.of();

    /** Why it serves nothing any more; null: it may. */
    private volatile @Nullable CallNotServedException over;

    Membership(
            ActorSystem system,
            Remoting remoting,
            MemberInfo info,
            MemberStore store,
            Registry registry,
            Listener listener,
            ClusterTimes times,
            HostedTypes hosted) {
        this.remoting = remoting;
        this.registry = registry;
        this.listener = listener;
        this.info = info;
        this.hosted = hosted;
        this.shards = new HeldShards(system.name(), info.id(), store, hosted, this::publish, () -> shardsChanged.run());
        this.router = new Router(system.host(), remoting.keyedLinks(), shards.routes(Map.of()), CALL_MEMORY);
        this.thread = new MemberThread(
                system.name() + "-member",
                info,
                registry,
                system.host().clock(),
                times.lease(),
                times.joinDelay(),
                this);
        this.peers = new PeerLinks(system.name() + "-probe", remoting, info.id(), this);
        this.news = new PeerNews(remoting, info.id(), this::dialledBy, this::known);
    }

    /** Joins; fulfilled when the registry has the member. */
    Promise<Void> start() {
        thread.start();
        return joined;
    }

    /** Something is run whenever the member may write other shards than before. Before {@link #start}. */
    void onShards(Runnable listener) {
        shardsChanged = listener;
    }

    /** Something is run whenever there are other links, or another member has said something. Before {@link #start}. */
    void onLinks(Runnable listener) {
        linksOrNotes = listener;
    }

    /** Links to other members, by their ids. */
    Map<Long, Link> links() {
        return peers.links();
    }

    Remoting remoting() {
        return remoting;
    }

    /** Lends rights to make records, for what travels. */
    void lookup(MethodHandles.Lookup lookup) {
        remoting.types().lookup(lookup);
    }

    Router router() {
        return router;
    }

    /** Fulfilled with the reason when the member has ended. */
    Promise<String> ended() {
        return end;
    }

    /** Whether its actors may act now. */
    boolean isServing() {
        return thread.isServing();
    }

    /** A class is hosted now. */
    void host() {
        tell();
        thread.host();
    }

    /** Turns calls away that the member may not serve. */
    TurnGuard guard(String type, String key) {
        return new LeasedGuard(router.guard(type, key), thread::isServing, () -> over != null, this::notServing);
    }

    private CallNotServedException notServing() {
        CallNotServedException known = over;
        return known != null
                ? known
                : new StoreUnavailableException(
                        "a member must have a lease to serve its actors: member=" + info.name(), false, null);
    }

    /**
     * Gives all shards away, and ends; what is left after the limit is free for others. Returns when it has ended, and others
     * know that they must not call here any more.
     */
    void leave(Duration limit) {
        synchronized (this) {
            leaving = true;
        }
        thread.leave();
        if (!isSettledWithin(end, limit)) {
            thread.leaveNow();
            boolean unused = isSettledWithin(end, LAST_NOTE); // else the registry is away
        }
        part();
    }

    /** Calls that others had sent meanwhile are told that they were not executed, and go to the new owners. */
    private void part() {
        listener.close(); // who dials again finds nobody
        news.part(); // a link that is just being made is not used
        List<Promise<Boolean>> parted = new ArrayList<>();
        for (Link link : remoting.links()) {
            boolean open = link.state() == LinkState.UP
                    || link.state() == LinkState.DRAINING; // by the other side: calls wait, too
            if (open
                    && (news.isListening(link)
                            || isMember(PeerLinks.idOf(link.identity().id())))) {
                parted.add(link.drain(LAST_ANSWERS, "the member leaves the cluster", ""));
            }
        }
        boolean unused = isSettledWithin(Promise.allSettled(parted), LAST_ANSWERS); // else they fail
    }

    private synchronized boolean isMember(long id) {
        return members.containsKey(id);
    }

    private static boolean isSettledWithin(Promise<?> promise, Duration limit) {
        try {
            promise.await(limit);
            return true;
        } catch (RuntimeException e) {
            return promise.isSettled();
        }
    }

    // ---- shards: on the thread of the member ---------------------------------------------------------------------

    @Override
    public void serve(List<ShardRow> rows) {
        shards.serve(rows);
    }

    @Override
    public void drain(BitSet given) {
        shards.drain(given, thread::drained);
    }

    @Override
    public void drop(BitSet lost) {
        shards.drop(lost);
    }

    @Override
    public void seen(Roster roster) {
        Collection<MemberRow> rows = List.copyOf(roster.members());
        synchronized (this) {
            shards.seen(roster);
            members.clear();
            rows.forEach(row -> members.put(row.id(), row));
        }
        rows.stream().filter(row -> !row.status().isLiving()).forEach(row -> router.forget(row.id()));
        if (rows.stream().anyMatch(row -> row.status() == MemberStatus.ACTIVE)) {
            router.hostSeen();
        }
        peers.follow(rows);
        watch();
        publish();
        joined.complete();
    }

    /** With each heartbeat: whom it cannot reach is told to all while there is anybody, and once more when there is nobody. */
    private void watch() {
        Set<Long> now = peers.unreachable();
        boolean hasSomethingToSay = !now.isEmpty() || !unreachable.isEmpty();
        unreachable = now;
        if (hasSomethingToSay) {
            thread.vote(info.id(), now);
            tell();
        }
    }

    @Override
    public void changed() {
        tell();
    }

    @Override
    public void ended(String why) {
        over = new FencedException("a member that has ended serves and calls nothing: because=" + why);
        router.end(notServing());
        joined.fail(notServing());
        end.complete(why);
    }

    // ---- views ---------------------------------------------------------------------------------------------------

    private void publish() {
        synchronized (publishing) {
            router.view(shards.routes(peers.links()));
        }
    }

    /** Tells all other members what this one has. */
    void tell() {
        long number;
        boolean going;
        synchronized (this) {
            number = shards.view();
            MemberRow row = members.get(info.id());
            going = row != null && row.status() == MemberStatus.LEAVING;
        }
        news.tell(number, going, unreachable, hosted.types());
    }

    /** What a client has to know; null: this member has ended. */
    private synchronized @Nullable RegistryDelta known() {
        if (over != null) {
            return null;
        }
        return new RegistryDelta(shards.view(), List.copyOf(members.values()), shards.rows());
    }

    /** Whoever says that it is a member that is unknown here may have just joined: the registry knows. */
    private void dialledBy(long id) {
        if (id != 0 && !isMember(id)) {
            thread.wake();
        }
    }

    @Override
    public void linksChanged() {
        publish();
        linksOrNotes.run();
    }

    @Override
    public void proved(long member) {
        thread.proveDead(member);
    }

    @Override
    public void heard(long member, long number, Set<Long> cannotReach, Set<String> types) {
        MemberRow row;
        boolean news;
        synchronized (this) {
            row = members.get(member);
            news = number > shards.view();
            heardView = Math.max(heardView, number);
        }
        router.hosts(
                member, row == null ? MemberInfo.idText(member) : row.info().name(), types);
        if (news) {
            thread.wake();
        }
        thread.vote(member, cannotReach);
        linksOrNotes.run();
    }

    /** What this process knows of itself. */
    ClusterMember self() {
        synchronized (this) {
            MemberRow row = members.get(info.id());
            String status = over != null || row == null
                    ? MemberStatus.GONE.name()
                    : row.status().name();
            return new ClusterMember(
                    MemberInfo.idText(info.id()), info.name(), info.address(), info.roles(), status, shards.served());
        }
    }

    /** What it knows of all that live. */
    List<ClusterMember> members() {
        synchronized (this) {
            return ClusterMember.living(members.values(), shards.owners());
        }
    }

    /** Whether it can serve, by what it knows. */
    ClusterHealth health() {
        Duration left = thread.leaseLeft();
        CallNotServedException ended = over;
        MemberStatus status;
        boolean going;
        long lag;
        synchronized (this) {
            MemberRow row = members.get(info.id());
            status = row == null ? MemberStatus.JOINING : row.status();
            going = leaving || status == MemberStatus.LEAVING;
            lag = Math.max(0, heardView - shards.view());
        }
        if (ended != null) {
            return new ClusterHealth(Status.DOWN, going, String.valueOf(ended.getMessage()), left, lag);
        }
        if (going) {
            return new ClusterHealth(Status.LEAVING, true, "the member leaves, and gives its actors away", left, lag);
        }
        if (status == MemberStatus.JOINING
                && (!joined.isSettled() || !hosted.all().isEmpty())) {
            return new ClusterHealth(
                    Status.STARTING, true, "the member joins, or waits for others who join", left, lag);
        }
        if (left.compareTo(LEAST_LEASE) <= 0) {
            return new ClusterHealth(
                    Status.DOWN, true, "a member must have a lease to serve: leaseLeft=" + left, left, lag);
        }
        if (thread.isLate(left)) {
            return new ClusterHealth(
                    Status.DEGRADED, true, "the registry has not renewed the lease: leaseLeft=" + left, left, lag);
        }
        return new ClusterHealth(Status.UP, true, "", left, lag);
    }

    long view() {
        return shards.view();
    }

    int suspects() {
        return thread.suspects();
    }

    int shardsInMotion() {
        return shards.inMotion();
    }

    /** For tests: nobody reaches it any more, though it goes on. */
    void vanish() {
        listener.close();
        remoting.links().forEach(Link::cut);
    }

    /** The member has left, or is left for dead. */
    @Override
    public void close() {
        thread.close();
        router.end(new FencedException("a member that has closed calls nothing: member=" + info.name()));
        router.close();
        peers.close();
        listener.close();
        registry.close();
        shards.close();
    }
}
