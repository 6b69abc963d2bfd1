// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listening;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.CallInterceptor;
import io.troupe.remoting.link.CallPolicy;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.remoting.session.AcceptedLink;
import io.troupe.remoting.session.BasicLink;
import io.troupe.remoting.session.DialledLink;
import io.troupe.remoting.session.Exposures;
import io.troupe.remoting.session.LinkConfig;
import io.troupe.remoting.session.StreamAcceptors;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.remoting.value.TypeSerializers;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Connects an actor system with those of other processes: exposes actors, listens, dials. The references that links give are used
 * like local ones. A system has one remoting, which closes with it. Any thread.
 *
 * <pre>{@code
 * Remoting remoting = Remoting.on(system);
 * remoting.expose("table", table);
 * remoting.listen("tcp://127.0.0.1:7000");
 * // elsewhere
 * remoting.connect("tcp://127.0.0.1:7000").then(link -> {
 *     Table table = link.lookup("table", Table.class);
 *     table.take(0, 1).then(fork -> eat());
 * });
 * }</pre>
 */
public final class Remoting implements AutoCloseable {
    /** A little more than what one link may take for its end. */
    private static final int FAREWELL_SECONDS = 4;

    private static final SecureRandom RANDOM = new SecureRandom();

    private final ActorSystem system;
    private final RemotingConfig config;
    private final Transport transport;
    private final TypeSerializers serializers = new TypeSerializers();
    private final WireTypes types = new WireTypes(serializers);
    private final Exposures exposures = new Exposures(serializers);
    private final StreamAcceptors acceptors = new StreamAcceptors(serializers);
    private final LinkConfig links;
    private final List<Consumer<Link>> onLink = new CopyOnWriteArrayList<>();
    private final List<Link> accepted = new CopyOnWriteArrayList<>();
    private final List<Listening> listening = new CopyOnWriteArrayList<>();
    private final List<Topic<?>> topics = new CopyOnWriteArrayList<>();
    private final CallbackExecutor lane;

    /** Guarded by itself. One link per address and lane, for as long as it is not closed. */
    private final Map<Key, Dialled> dialled = new LinkedHashMap<>();

    private record Key(String address, String lane) {}

    /** A link and its first attempt. */
    private record Dialled(DialledLink link, Promise<Link> first) {}

    /** The open one of each system. Guarded by itself. */
    private static final IdentityHashMap<ActorSystem, Remoting> OPEN = new IdentityHashMap<>();

    private Remoting(ActorSystem system, RemotingConfig config, Transport transport) {
        this.system = system;
        this.config = config;
        this.lane = system.host().outsideExecutor();
        this.transport = transport;
        this.links = new LinkConfig(
                system.host(),
                exposures,
                codecs(config.encodings()),
                config.limits(),
                acceptors,
                config.reconnect(),
                config.dial(),
                new UUID(RANDOM.nextLong(), RANDOM.nextLong()).toString(),
                config.authenticator());
        links.warmUp();
        system.onClose(
                ShutdownPhase.DRAIN, "links", () -> announce(system.host().drainTimeout()));
        system.onClose(ShutdownPhase.AFTER_ACTORS, "remoting", () -> {
            close();
            return Promise.done();
        });
    }

    /**
     * The remoting of a system: the one that is open, else a new one with the configuration of the mode, see
     * {@link RemotingConfig#ofMode}.
     *
     * @param system takes part in remoting from now on
     * @return the same object until it is closed
     * @throws IllegalStateException if the jars of Netty are missing, mixed, or of another line than 4.1 and 4.2
     */
    public static Remoting on(ActorSystem system) {
        synchronized (OPEN) {
            Remoting open = OPEN.get(system);
            return open != null ? open : on(system, RemotingConfig.ofMode());
        }
    }

    /**
     * The remoting of a system, with a configuration.
     *
     * @param system takes part in remoting from now on
     * @param config of a new one; equal to that of the one that is open
     * @return the same object until it is closed
     * @throws IllegalArgumentException if the TLS files cannot be used
     * @throws IllegalStateException if it is open with another configuration; or if the jars of Netty are missing, mixed, or of
     *     another line than 4.1 and 4.2
     */
    public static Remoting on(ActorSystem system, RemotingConfig config) {
        synchronized (OPEN) {
            Remoting open = OPEN.get(system);
            if (open == null) {
                return begin(
                        system, config, Transport.ofSockets("troupe-remoting-" + system.name(), config.transport()));
            }
            if (!open.config.equals(config)) {
                throw new IllegalStateException("a system must have one remoting with one configuration: system="
                        + system.name() + ", config=" + open.config + ", other=" + config);
            }
            return open;
        }
    }

    /**
     * Begins remoting over a transport of somebody else.
     *
     * @param system takes part in remoting from now on
     * @param config of remoting; its part about transports is up to the transport
     * @param transport closed with remoting; carries the addresses that it can
     * @return a new one
     * @throws IllegalStateException if the system has one that is open
     */
    public static Remoting on(ActorSystem system, RemotingConfig config, Transport transport) {
        synchronized (OPEN) {
            if (OPEN.containsKey(system)) {
                throw new IllegalStateException(
                        "a system must have one remoting, with one transport: system=" + system.name());
            }
            return begin(system, config, transport);
        }
    }

    private static Remoting begin(ActorSystem system, RemotingConfig config, Transport transport) {
        Remoting made = new Remoting(system, config, transport);
        OPEN.put(system, made);
        return made;
    }

    private static List<Codec> codecs(List<Encoding> encodings) {
        return encodings.stream().map(Encoding::codec).toList();
    }

    // ---- serving -------------------------------------------------------------------------------------------------

    /**
     * Lets other processes call an actor by a name. The choice of methods holds, too, for references to this actor that are
     * returned or passed on, by whomever; other rights are given by references made with {@link Exposure}.
     *
     * @param name for callers
     * @param reference to a local actor
     * @param only names of the methods that may be called; none: all public ones
     * @throws IllegalArgumentException if the name is taken, or a method has a type that cannot travel; lists all
     */
    public void expose(String name, Object reference, String... only) {
        exposures.add(name, reference, only.length == 0 ? null : Set.of(only));
    }

    /**
     * Ends that, also for those who have found it: what they call from now on fails with
     * {@link io.troupe.core.error.CallRefusedException}. What is in the mailbox already is delivered. Returns whether there was one.
     */
    public boolean unexpose(String name) {
        return exposures.remove(name);
    }

    /**
     * Asks about each call that comes over a link, from now on and in addition to what is exposed. What is denied fails with
     * {@link io.troupe.core.error.CallRefusedException}, or is a dead letter of its sender.
     *
     * @param policy in the place of the one before; null: none
     */
    public void policy(@Nullable CallPolicy policy) {
        exposures.policy(policy);
    }

    /**
     * Adds somebody who sees each call over a link from now on, in both directions, behind those who were added before. Not for calls
     * within the process, items of streams and openings of streams.
     */
    public void intercept(CallInterceptor interceptor) {
        exposures.intercept(Objects.requireNonNull(interceptor, "interceptor"));
    }

    /**
     * Accepts links.
     *
     * @param address {@code tcp://host:port}, {@code tls://host:port}, {@code ipc:///path} or {@code inproc://name}; port 0 takes
     *     a free one
     * @param encodings that are accepted here; none: those of the configuration
     * @return fulfilled when it listens; fails with {@link LinkRefusedException}
     * @throws IllegalArgumentException if the address makes no sense, or can be reached from other machines without TLS
     */
    public Promise<Listening> listen(String address, Encoding... encodings) {
        Address at = allowed(Address.parse(address));
        LinkConfig own = links.codecs(chosen(encodings));
        return transport
                .listen(at, () -> AcceptedLink.listener(own, this::cameUp, accepted::remove))
                .map(socket -> {
                    listening.add(socket);
                    return socket;
                });
    }

    private void cameUp(Link link) {
        accepted.add(link);
        onLink.forEach(listener -> listener.accept(link));
    }

    /** Registers who is told of each accepted link. Runs on the link's loop: must be quick. */
    public void onLink(Consumer<Link> listener) {
        onLink.add(listener);
    }

    /**
     * Accepts streams that other processes open, see {@link Link#open}.
     *
     * @param name that is opened
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param handler gets where to send items, returns where received ones go; runs on the link's loop and must be quick
     */
    public <O, I> void accept(String name, Class<O> out, Class<I> in, Function<Callback<O>, Callback<I>> handler) {
        acceptors.accept(name, out, in, handler);
    }

    /**
     * Makes a topic, to which others subscribe with {@link Link#subscribe}. Closed with this object.
     *
     * @param name for subscribers
     * @param type of the items
     * @param config how subscribers are treated
     * @throws IllegalArgumentException if the name is taken, or the type has no encoding
     */
    public <T> Topic<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        Topic<T> topic = acceptors.topic(
                name,
                type,
                config,
                lane,
                transport::inLoop,
                () -> topics.removeIf(one -> one.name().equals(name)));
        topics.add(topic);
        return topic;
    }

    /**
     * Lets other processes subscribe to a publisher with {@link Link#publisher}.
     *
     * @param name for subscribers
     * @param type of the items
     * @param publisher its methods are called on the callback lane of the system, and should be quick
     * @throws IllegalArgumentException if the name is taken, or the type has no encoding
     */
    public <T> void publish(String name, Class<T> type, Flow.Publisher<T> publisher) {
        int window = links.limits().sendQueue();
        acceptors.publish(name, type, publisher, lane, window);
    }

    // ---- calling -------------------------------------------------------------------------------------------------

    /**
     * Dials, unless there is a link to this address already; then that one is returned. Does not wait.
     *
     * @param address see {@link #listen}
     * @param encodings that are offered; none: those of the configuration
     * @return fulfilled when the link is up; fails with {@link LinkRefusedException} if that does not come about in the time that
     *     {@link DialConfig} gives it
     * @throws IllegalArgumentException if the address makes no sense, or leads to other machines without TLS
     */
    public Promise<Link> connect(String address, Encoding... encodings) {
        return connectLane("", address, encodings);
    }

    /**
     * The same with a lane: links of one address with different lanes are connections of their own, so that urgent calls do not stand
     * behind bulk data. No order holds between them.
     *
     * @param lane name of the lane on this side; empty: that of {@link #connect}
     * @param address see {@link #listen}
     * @param encodings that are offered; none: those of the configuration
     * @return see {@link #connect}
     * @throws IllegalArgumentException if the address makes no sense, or leads to other machines without TLS
     */
    public Promise<Link> connectLane(String lane, String address, Encoding... encodings) {
        Address to = allowed(Address.parse(address));
        Key key = new Key(to.toString(), lane);
        synchronized (dialled) {
            Dialled known = dialled.get(key);
            if (known != null && !known.link().isClosing()) {
                return known.first();
            }
            DialledLink link = new DialledLink(links.codecs(chosen(encodings)), transport, to, lane, this::ended);
            CompletablePromise<Link> first = new CompletablePromise<>();
            dialled.put(key, new Dialled(link, first));
            first.completeLike(link.dial());
            return first;
        }
    }

    private void ended(Link link) {
        synchronized (dialled) {
            dialled.values().removeIf(known -> known.link() == link);
        }
    }

    private List<Codec> chosen(Encoding... encodings) {
        return codecs(encodings.length == 0 ? config.encodings() : Arrays.asList(encodings));
    }

    private Address allowed(Address address) {
        if (address.scheme() == Address.Scheme.TLS && config.transport().tls() == null) {
            throw new IllegalArgumentException(
                    "tls needs certificates: address=" + address + "; give RemotingConfig.tls(…)");
        }
        if (address.scheme() == Address.Scheme.TCP && !config.insecure() && !address.isLocal()) {
            throw new IllegalArgumentException("an address that other machines can reach must be tls: address="
                    + address + "; use tls://, or allow it with RemotingConfig.insecure(true)");
        }
        return address;
    }

    // ---- both ----------------------------------------------------------------------------------------------------

    /** The types that may travel: to register, rename or adapt some. */
    public WireTypes types() {
        return types;
    }

    /** By what the bytes of sockets move, and why: epoll, kqueue or NIO, and the version of Netty. For people. */
    public String transport() {
        return transport.description();
    }

    /** All links, dialled ones first. */
    public List<Link> links() {
        List<Link> all = new ArrayList<>();
        synchronized (dialled) {
            dialled.values().forEach(known -> all.add(known.link()));
        }
        all.addAll(accepted);
        return all;
    }

    /**
     * Takes leave of everybody: listens no more, and ends all links in good order as {@link Link#drain} does. Does not wait.
     *
     * @param limit after which links are closed whatever is under way
     * @param reason for people, on the other sides
     * @param elsewhere where the other sides may find the same ({@link io.troupe.remoting.link.LinkLoss#elsewhere}); or empty
     * @return fulfilled when all links have ended: whether nothing was under way any more on any of them
     * @throws IllegalArgumentException if the limit is negative, or more than a day
     */
    public Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        listening.forEach(Listening::close);
        return all(links().stream()
                .map(link -> link.drain(limit, reason, elsewhere))
                .toList());
    }

    /** The calls of others are answered while the actors still work; links end when these have ended, as they may call on them. */
    private Promise<Boolean> announce(Duration limit) {
        if (limit.isZero()) {
            return Promise.of(true); // nobody wants to wait for anything
        }
        Duration part = limit.multipliedBy(9).dividedBy(10); // the rest is for actors that owe nothing to links
        listening.forEach(Listening::close);
        return all(links().stream()
                .map(link -> ((BasicLink) link).announce(part, "its system closes"))
                .toList());
    }

    private static Promise<Boolean> all(List<Promise<Boolean>> ends) {
        return Promise.all(ends).map(idle -> !idle.contains(false));
    }

    /** Closes all links and listeners; waits for that, a few seconds at most. Closing twice is harmless. */
    @Override
    public void close() {
        synchronized (OPEN) {
            OPEN.remove(system, this);
        }
        listening.forEach(Listening::close);
        topics.forEach(Topic::close);
        List<Link> open = links();
        CountDownLatch left = new CountDownLatch(open.size());
        for (Link link : open) {
            AtomicBoolean counted = new AtomicBoolean();
            link.onChange((state, why) -> countEnd(link, counted, left));
            link.close();
            countEnd(link, counted, left);
        }
        try {
            left.await(FAREWELL_SECONDS, TimeUnit.SECONDS); // what does not leave in time is cut off
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        transport.close();
    }

    private static void countEnd(Link link, AtomicBoolean counted, CountDownLatch left) {
        if (link.state() == LinkState.CLOSED && counted.compareAndSet(false, true)) {
            left.countDown();
        }
    }
}
