// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.TracePoints;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkIdentity;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.topic.SlowConsumer;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What dialled and accepted links have in common. Events come on the loop; all else on any thread. */
public abstract sealed class BasicLink implements Link, SessionListener permits AcceptedLink, DialledLink {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);
    private static final Tally LOST = new Tally();
    private static final Tally DRAINED = new Tally();
    private static final Duration LONGEST = Duration.ofDays(1);

    private final LinkConfig config;
    private final List<BiConsumer<LinkState, String>> listeners = new CopyOnWriteArrayList<>();
    private volatile LinkState state = LinkState.CONNECTING;
    private volatile @Nullable Session session;
    private volatile String peerName = "";
    private volatile String codec = "";
    private volatile LinkIdentity identity = LinkIdentity.UNKNOWN;
    private volatile @Nullable LinkLoss lastLoss;

    BasicLink(LinkConfig config) {
        this.config = config;
    }

    // ---- for users -----------------------------------------------------------------------------------------------

    @Override
    public final <T> T lookup(String name, Class<T> type) {
        ReferenceType<T> references = ReferenceType.of(type, null);
        for (MethodInfo method : references.methods()) {
            config.exposures().serializerOf(method); // allows its types, or refuses now rather than at the first call
        }
        NamedOutlet outlet = new NamedOutlet(this, name, true);
        outlet.route(); // learns its number early, so that it can come home as an argument of the first call
        return references.newReference(outlet);
    }

    @Override
    public final <T> Promise<T> resolve(String name, Class<T> type) {
        T reference = lookup(name, type);
        Session up = session;
        if (up == null) {
            SettablePromise<T> failed = config.host().newPromise();
            failed.fail(down("name=" + PlainText.of(name)));
            return failed;
        }
        OutgoingCalls calls = up.calls();
        calls.cell(name);
        Promise<T> resolved = calls.resolve(name).map(found -> {
            if (!found) {
                throw new CallRefusedException(
                        "a name must be exposed by the other side: name=" + PlainText.of(name) + ", peer=" + peer());
            }
            return reference;
        });
        long limit = config.host().askNanos(); // not every peer answers
        return limit == 0 ? resolved : resolved.timeout(Duration.ofNanos(limit));
    }

    @Override
    @SuppressWarnings("unchecked") // what is sent is encoded by the serializer of the type
    public final <O, I> Callback<O> open(String name, Class<O> out, Class<I> in, Callback<I> items) {
        TypeSerializers serializers = config.exposures().serializers();
        Session up = session;
        if (up == null) {
            throw down("stream=" + PlainText.of(name));
        }
        return (Callback<O>) up.items().open(name, serializers.of(out), serializers.of(in), items);
    }

    private LinkLostException down(String what) {
        return new LinkLostException(
                "the link is down: peer=" + peer() + ", " + what + ", cause=" + downBecause(), false);
    }

    @Override
    public final <T> Callback<T> subscribe(
            String topic, Class<T> type, SlowConsumer policy, Callback<T> items, @Nullable Callback<Long> gaps) {
        TypeSerializer<?> serializer = config.exposures().serializers().of(type);
        Session up = session;
        if (up == null) {
            items.fail(down("topic=" + topic));
        } else {
            up.items().receive(LocalTopic.streamOf(topic) + "?" + policy.text(), serializer, items, gaps);
        }
        return items;
    }

    @Override
    public final <T> Flow.Publisher<T> publisher(String name, Class<T> type) {
        TypeSerializer<?> serializer = config.exposures().serializers().of(type);
        return new FlowPublisher<>(this::items, () -> down("publisher=" + PlainText.of(name)), name, serializer);
    }

    @Override
    public final Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        if (limit.isNegative() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("limit must be from 0 to a day: limit=" + limit);
        }
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(elsewhere, "elsewhere");
        Session up = session;
        if (up == null) {
            close();
            return Promise.of(true);
        }
        closing();
        return up.drain(limit, reason, elsewhere);
    }

    /**
     * Says that this side goes, and waits for the calls of the other side; see {@link Session#announce}.
     *
     * @return see there
     */
    public final Promise<Boolean> announce(Duration limit, String reason) {
        Session up = session;
        return up == null ? Promise.of(true) : up.announce(limit, reason, "");
    }

    /** Releases the actors of the other side that nobody uses here any more, if no thread does that; returns how many. */
    public final int releaseUnused() {
        Session up = session;
        return up == null ? 0 : up.releaseUnused();
    }

    @Override
    public final LinkState state() {
        return state;
    }

    @Override
    public final String peerName() {
        return peerName;
    }

    @Override
    public final LinkIdentity identity() {
        return identity;
    }

    @Override
    public final @Nullable LinkLoss lastLoss() {
        return lastLoss;
    }

    @Override
    public final String codec() {
        return codec;
    }

    @Override
    public final LinkStats stats() {
        Session up = session;
        return up == null ? LinkStats.NONE : up.stats();
    }

    @Override
    public final void onChange(BiConsumer<LinkState, String> listener) {
        listeners.add(listener);
    }

    @Override
    public final String toString() {
        return "Link[" + peer() + ", " + state + (codec.isEmpty() ? "" : ", " + codec) + "]";
    }

    // ---- events --------------------------------------------------------------------------------------------------

    @Override
    public Map<String, String> properties() {
        return Map.of(
                "name",
                config.host().name(),
                "id",
                config.id(),
                "version",
                ConnectionPreface.MAJOR + "." + ConnectionPreface.MINOR,
                Greeting.MAX_FRAME,
                Integer.toString(config.limits().frames().maxFrameBytes()),
                Greeting.MEMORY,
                Integer.toString(config.limits().memory()),
                Greeting.CALLS,
                Integer.toString(config.limits().maxCalls()),
                Greeting.CALL_MEMORY,
                Long.toString(Session.kept(config.limits())),
                "features",
                SessionState.FEATURES);
    }

    @Override
    public final void onUp(Session up, Map<String, String> peer) {
        if (state == LinkState.CLOSED) { // while the other side was greeting
            up.cut("the link has been closed");
            return;
        }
        peerName = PlainText.of(peer.getOrDefault("name", ""));
        identity = new LinkIdentity(PlainText.of(peer.getOrDefault("id", "")), peerName, up.certificate());
        codec = up.codec();
        session = up;
        LinkEvents.up(peer(), peerName, codec);
        trace(true);
        become(LinkState.UP, "");
        cameUp(up, peer);
    }

    @Override
    public final void onDown(Session gone, @Nullable String cause) {
        if (session == gone) {
            session = null;
        }
        String why = cause == null ? "closed" : PlainText.of(cause);
        LinkLoss loss = gone.loss(why);
        if (state != LinkState.CLOSED) { // else it has ended before, for a reason of its own
            lastLoss = loss;
        }
        LinkEvents.down(peer(), peerName, why);
        trace(false);
        if (cause != null) {
            long count = LOST.next();
            if (count > 0) {
                LOG.info("link lost: peer={}, cause={}, lostSoFar={}", PlainText.of(peer()), why, count);
            }
        }
        wentDown(gone, loss);
    }

    private void trace(boolean up) {
        TracePoints points = config.host().tracePoints();
        if (points != null) {
            points.onLink(peerName.isEmpty() ? PlainText.of(peer()) : peerName, up);
        }
    }

    @Override
    public final void onDraining(Session going, LinkLoss loss, boolean byPeer) {
        long count = DRAINED.next();
        if (count > 0) {
            LOG.info(
                    "link drains: peer={}, byPeer={}, cause={}, elsewhere={}, drainedSoFar={}",
                    PlainText.of(peer()),
                    byPeer,
                    loss.cause(),
                    loss.elsewhere(),
                    count);
        }
        if (byPeer) {
            lastLoss = loss;
        }
        become(LinkState.DRAINING, loss.cause());
        if (byPeer) {
            left(going);
        }
    }

    @Override
    public final @Nullable StreamHandler onOpen(ItemStreams over, String name, long stream) {
        return config.streams().open(over, name, stream);
    }

    /** A session is up, whose other side has said this of itself. On the loop. */
    abstract void cameUp(Session up, Map<String, String> peer);

    /** A session has ended. */
    abstract void wentDown(Session gone, LinkLoss loss);

    /** The other side of a session that is still up takes no new calls. */
    abstract void left(Session going);

    /** There is no session, or it is the last one. Any thread. */
    abstract void closing();

    // ---- for subclasses ------------------------------------------------------------------------------------------

    final LinkConfig config() {
        return config;
    }

    final @Nullable Session session() {
        return session;
    }

    /** Calls over the session that is up, or null. */
    final @Nullable OutgoingCalls calls() {
        Session up = session;
        return up == null ? null : up.calls();
    }

    private @Nullable ItemStreams items() {
        Session up = session;
        return up == null ? null : up.items();
    }

    /** Why it is down; between the end of a session and {@link #onDown} only the session knows. */
    final String downBecause() {
        Session last = session;
        if (last != null && last.calls().isParting()) {
            return last.downBecause();
        }
        LinkLoss loss = lastLoss;
        return loss == null ? "not connected yet" : loss.cause();
    }

    final void downBecause(LinkLoss loss) {
        lastLoss = loss;
    }

    final void become(LinkState next, String why) {
        state = next;
        for (BiConsumer<LinkState, String> listener : listeners) {
            try {
                listener.accept(next, why);
            } catch (Throwable e) { // the others must be told, too
                LOG.warn("a listener of links failed: peer={}, state={}", PlainText.of(peer()), next, e);
            }
        }
    }
}
