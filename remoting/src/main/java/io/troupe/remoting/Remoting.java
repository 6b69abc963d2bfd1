// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.continuation.CallbackExecutor;
import io.troupe.core.continuation.Observer;
import io.troupe.core.continuation.SettablePromise;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.message.PlainText;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.TlsFiles;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.key.KeyedLinks;
import io.troupe.remoting.link.Authenticator;
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
import java.lang.ref.WeakReference;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects an actor system with those of other processes: exposes actors, listens, dials. References from links are
 * used like local ones. A system has one remoting, which closes with it. Any thread.
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
    private static final Logger LOG = LoggerFactory.getLogger(Remoting.class);

    /** A little more than what one link may take for its end. */
    private static final Duration FAREWELL = Duration.ofSeconds(4);

    private static final String LOOP = "on the loop of a link";

    private static final Duration LONGEST_DRAIN = Duration.ofDays(1);

    private final ActorSystem system;
    private final RemotingConfig config;
    private final Transport transport;
    private final @Nullable X509Certificate certificate;
    private final TypeSerializers serializers = new TypeSerializers();
    private final WireTypes types = new WireTypes(serializers);
    private final Exposures exposures = new Exposures(serializers);
    private final StreamAcceptors acceptors = new StreamAcceptors(serializers);
    private final LinkConfig links;
    private final List<Consumer<Link>> onLink = new CopyOnWriteArrayList<>();
    private final List<Link> accepted = new CopyOnWriteArrayList<>();
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final List<Topic<?>> topics = new CopyOnWriteArrayList<>();
    private final CallbackExecutor lane;

    /** What becomes of links that come up because they were accepted before this process began to leave; null: it has not. */
    private volatile @Nullable Consumer<Link> leaving;

    /** Guarded by itself. One link per address and lane, for as long as it is not closed. */
    private final Map<Key, Dialled> dialled = new LinkedHashMap<>();

    /** Nothing is dialled or offered any more. Changed under the lock of the map. */
    private volatile boolean closed;

    private record Key(String address, String lane) {}

    /** A link and its first attempt. */
    private record Dialled(DialledLink link, Promise<Link> first) {}

    /**
     * Of all systems that have had a remoting. Guarded by itself, with what is in it. A value does not hold its key, not even of
     * a system that was never closed: the shutdown of the system holds the slot.
     */
    private static final Map<ActorSystem, WeakReference<Slot>> SLOTS = new WeakHashMap<>();

    /** The place of the open remoting of one system, which the shutdown of the system looks at. */
    private static final class Slot {
        private @Nullable Remoting open;

        /** Whether the system has begun to drain: what opens from now on would not be drained. */
        private boolean closing;

        private Promise<?> drain(Duration limit) {
            Remoting last;
            synchronized (SLOTS) {
                closing = true;
                last = open;
            }
            return last == null ? Promise.done() : last.announce(limit);
        }

        private boolean isLoop() {
            Remoting last;
            synchronized (SLOTS) {
                last = open;
            }
            return last != null && last.isLoop();
        }

        private Promise<?> close() {
            Remoting last;
            synchronized (SLOTS) {
                last = open;
            }
            if (last != null) {
                last.close();
            }
            return Promise.done();
        }
    }

    private Remoting(ActorSystem system, RemotingConfig config, Transport transport) {
        this.system = system;
        this.config = config;
        this.lane = system.host().outsideExecutor();
        this.transport = transport;
        TlsFiles tls = config.transport().tls();
        this.certificate = tls == null ? null : tls.ownCertificate();
        this.links = new LinkConfig(
                system.host(),
                exposures,
                codecs(config.encodings()),
                config.limits(),
                acceptors,
                config.reconnect(),
                config.dial(),
                LinkConfig.newId(system.host().random()),
                config.authenticator());
        links.warmUp();
    }

    /**
     * Gives the remoting of a system: the open one, else a new one with the configuration of the mode ({@link
     * RemotingConfig#ofMode}).
     *
     * @param system the system whose actors call and are called
     * @return the same object until it is closed
     * @throws IllegalStateException if the system is closing, or the jars of Netty are missing, mixed, or of another
     *     line than 4.1 and 4.2
     */
    public static Remoting on(ActorSystem system) {
        synchronized (SLOTS) {
            Remoting open = open(system);
            return open != null ? open : on(system, RemotingConfig.ofMode());
        }
    }

    /**
     * Gives the remoting of a system with a configuration: the open one, else a new one.
     *
     * @param system the system whose actors call and are called
     * @param config the configuration of a new remoting; must equal that of the open one
     * @return the same object until it is closed
     * @throws IllegalArgumentException if the TLS files cannot be read or used
     * @throws IllegalStateException if the system has an open one with another configuration, or is closing; or if the
     *     jars of Netty are missing, mixed, or of another line than 4.1 and 4.2
     */
    public static Remoting on(ActorSystem system, RemotingConfig config) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(config, "config");
        synchronized (SLOTS) {
            Remoting open = open(system);
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
     * Begins remoting over a transport of the caller's, such as a simulated network.
     *
     * @param system the system whose actors call and are called
     * @param config the configuration; {@link RemotingConfig#transport} has no effect unless the transport looks at it
     * @param transport carries the bytes, for the addresses that it knows; closed with the result
     * @return a new remoting
     * @throws IllegalStateException if the system has an open one, or is closing; the transport stays the caller's then
     */
    public static Remoting on(ActorSystem system, RemotingConfig config, Transport transport) {
        Objects.requireNonNull(system, "system");
        Objects.requireNonNull(config, "config");
        Objects.requireNonNull(transport, "transport");
        synchronized (SLOTS) {
            if (open(system) != null) {
                throw new IllegalStateException(
                        "a system must have one remoting, with one transport: system=" + system.name());
            }
            return begin(system, config, transport);
        }
    }

    private static @Nullable Remoting open(ActorSystem system) {
        Slot slot = slotOf(system);
        return slot == null ? null : slot.open;
    }

    private static @Nullable Slot slotOf(ActorSystem system) {
        WeakReference<Slot> known = SLOTS.get(system);
        return known == null ? null : known.get();
    }

    private static Remoting begin(ActorSystem system, RemotingConfig config, Transport transport) {
        Slot slot = slotOf(system);
        if (slot == null) {
            slot = slot(system);
            SLOTS.put(system, new WeakReference<>(slot));
        }
        if (slot.closing) {
            throw new IllegalStateException("the system must not be closing: system=" + system.name());
        }
        Remoting made = new Remoting(system, config, transport);
        slot.open = made;
        return made;
    }

    /** The shutdown of a system knows this, and not each remoting that the system has had. */
    private static Slot slot(ActorSystem system) {
        Slot made = new Slot();
        Duration limit = system.host().drainTimeout();
        system.onClose(ShutdownPhase.DRAIN, "links", () -> made.drain(limit));
        system.onClose(ShutdownPhase.AFTER_ACTORS, "remoting", made::close);
        system.host().ownThreads(LOOP, made::isLoop);
        return made;
    }

    private static List<Codec> codecs(List<Encoding> encodings) {
        return encodings.stream().map(Encoding::codec).toList();
    }

    // ---- serving -------------------------------------------------------------------------------------------------

    /**
     * Lets other processes call an actor by a name. The choice of methods also holds for references to this actor that
     * are returned or passed on, by whomever; {@link Exposure} makes references with other rights.
     *
     * @param name the name for callers: 1 to 128 letters, digits, '-', '_', '.' and '/', beginning with a letter or
     *     digit
     * @param reference a reference to a local actor
     * @param only names of the methods that may be called; none: all public ones
     * @throws IllegalArgumentException if the name is taken or malformed, if there is no method of a name in {@code
     *     only}, or if methods have types that cannot travel; the message lists all of them
     * @throws IllegalStateException if this remoting is closed
     * @throws NullPointerException if an argument, or a name in {@code only}, is null
     */
    public void expose(String name, Object reference, String... only) {
        checkOpen("exposed", Objects.requireNonNull(name, "name"));
        Objects.requireNonNull(reference, "reference");
        for (String method : Objects.requireNonNull(only, "only")) {
            Objects.requireNonNull(method, "only");
        }
        exposures.add(name, reference, only.length == 0 ? null : Set.copyOf(Arrays.asList(only)));
    }

    /**
     * Ends the exposure of a name, also for callers that have looked it up: their further calls fail with {@link
     * io.troupe.core.error.CallRefusedException}. Calls that are in the mailbox already are delivered.
     *
     * @param name given to {@link #expose}
     * @return whether the name was exposed
     * @throws NullPointerException if the name is null
     */
    public boolean unexpose(String name) {
        return exposures.remove(Objects.requireNonNull(name, "name"));
    }

    /**
     * Sets the policy that is asked about each call that comes over a link, in addition to what is exposed. A denied
     * call fails with {@link io.troupe.core.error.CallRefusedException}, or becomes a dead letter of its sender.
     *
     * @param policy replaces the one before, from the next call on; null: all exposed calls are allowed
     */
    public void policy(@Nullable CallPolicy policy) {
        exposures.policy(policy);
    }

    /**
     * Adds an interceptor of the calls over links, in both directions, behind those that were added before. It does not
     * see calls within the process, nor streams and their items.
     *
     * @param interceptor sees the calls that begin from now on; cannot be taken away
     */
    public void intercept(CallInterceptor interceptor) {
        exposures.intercept(Objects.requireNonNull(interceptor, "interceptor"));
    }

    /**
     * Accepts links at an address. Does not wait, except to look the host up.
     *
     * @param address {@code tcp://host:port}, {@code tls://host:port}, {@code ipc:///path} or {@code inproc://name};
     *     port 0 takes a free one
     * @param encodings the encodings that are accepted here; none: those of the configuration
     * @return fulfilled with the listener when the address is bound; fails with {@link LinkRefusedException} if it
     *     cannot be
     * @throws IllegalArgumentException if the address is malformed or its host unknown, if it is {@code tls://} and
     *     there are no certificates, or if other machines can reach it without TLS and {@link RemotingConfig#insecure}
     *     is false
     */
    public Promise<Listener> listen(String address, Encoding... encodings) {
        Address at = allowed(Address.parse(address));
        LinkConfig own = links.codecs(chosen(encodings));
        leaving = null;
        SettablePromise<Listener> bound = system.host().newPromise();
        new Observer<Listener>() {
            @Override
            protected void onValue(@Nullable Listener socket) {
                if (socket != null) {
                    listeners.add(socket);
                }
                bound.complete(socket);
            }

            @Override
            protected void onFailure(Throwable cause) {
                bound.fail(cause);
            }
        }.observe(transport.listen(at, () -> AcceptedLink.listener(own, this::cameUp, accepted::remove)));
        return bound;
    }

    /** Nobody could ever find what is offered from now on. */
    private void checkOpen(String offered, String name) {
        if (closed) {
            throw new IllegalStateException(
                    "remoting must not be closed: system=" + system.name() + ", " + offered + "=" + PlainText.of(name));
        }
    }

    private void cameUp(Link link) {
        accepted.add(link);
        for (Consumer<Link> listener : onLink) {
            try {
                listener.accept(link);
            } catch (Throwable e) { // the others must be told, and the link goes on
                LOG.warn("a listener for links failed: peer={}", link.peerName(), e);
            }
        }
        Consumer<Link> late = leaving;
        if (late != null) {
            late.accept(link);
        }
    }

    /**
     * Adds a listener for accepted links.
     *
     * @param listener gets each link when it has come up; runs on the loop of the link and must be quick
     */
    public void onLink(Consumer<Link> listener) {
        onLink.add(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Accepts streams that other processes open, see {@link Link#open}.
     *
     * @param name the name that others open
     * @param out type of the items to send
     * @param in type of the items to receive
     * @param handler called for each stream: gets where to send items, returns where received ones go; runs on the loop
     *     of the link and must be quick
     * @param <O> type of the items to send
     * @param <I> type of the items to receive
     * @throws IllegalArgumentException if the name is taken, or a type has no encoding
     * @throws IllegalStateException if this remoting is closed
     */
    public <O, I> void accept(String name, Class<O> out, Class<I> in, Function<Callback<O>, Callback<I>> handler) {
        checkOpen("accepted", name);
        acceptors.accept(name, out, in, handler);
    }

    /**
     * Makes a topic, to which others subscribe with {@link Link#subscribe}. Closed with this remoting.
     *
     * @param name the name for subscribers, without {@code ?}
     * @param type type of the items
     * @param config queues, and the policy for slow subscribers
     * @param <T> type of the items
     * @return a new topic, to be closed when it is not needed any more
     * @throws IllegalArgumentException if the name is taken or has a {@code ?}, or the type has no encoding
     * @throws IllegalStateException if this remoting is closed
     */
    public <T> Topic<T> topic(String name, Class<T> type, TopicConfig<T> config) {
        checkOpen("topic", name);
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
     * @param name the name for subscribers
     * @param type type of the items
     * @param publisher gets a subscriber for each subscription; its methods are called on the callback lane of the
     *     system and should be quick
     * @param <T> type of the items
     * @throws IllegalArgumentException if the name is taken, or the type has no encoding
     * @throws IllegalStateException if this remoting is closed
     */
    public <T> void publish(String name, Class<T> type, Flow.Publisher<T> publisher) {
        checkOpen("published", name);
        int window = links.limits().sendQueue();
        acceptors.publish(name, type, publisher, lane, window);
    }

    /**
     * {@return what a cluster needs of links} For other modules of Troupe: the package of the result is not exported to
     * others.
     */
    @SuppressWarnings("exports") // not for users
    public KeyedLinks keyedLinks() {
        return exposures.keyedLinks();
    }

    // ---- calling -------------------------------------------------------------------------------------------------

    /**
     * Dials, unless there is a link to this address already, which is returned then. Does not wait, except to look the
     * host up.
     *
     * @param address the address of a listener, see {@link #listen}
     * @param encodings the encodings that are offered, the best first; none: those of the configuration. Of no effect
     *     if there is a link
     * @return fulfilled when the link is up for the first time; fails with {@link LinkRefusedException} if that does
     *     not happen within {@link DialConfig#firstWithin}
     * @throws IllegalArgumentException if the address is malformed, its port 0 or its host unknown, if it is {@code tls://} and
     *     there are no certificates, or if it leads to other machines without TLS and {@link RemotingConfig#insecure}
     *     is false
     */
    public Promise<Link> connect(String address, Encoding... encodings) {
        return connectLane("", address, encodings);
    }

    /**
     * Dials like {@link #connect}, on a lane. Links to one address on different lanes are connections of their own, so
     * that urgent calls do not stand behind bulk data. No order holds between lanes.
     *
     * @param lane name of the lane, known on this side only; empty: that of {@link #connect}
     * @param address the address of a listener, see {@link #listen}
     * @param encodings the encodings that are offered, the best first; none: those of the configuration. Of no effect
     *     if there is a link
     * @return see {@link #connect}
     * @throws IllegalArgumentException see {@link #connect}
     */
    public Promise<Link> connectLane(String lane, String address, Encoding... encodings) {
        return dial(lane, null, address, encodings);
    }

    /**
     * Dials like {@link #connectLane}, and refuses whoever answers and is not the expected process: the link does not come up then,
     * neither the first time nor when it is dialled again.
     *
     * @param lane name of the lane, known on this side only; a link that it has to this address already is returned, whatever
     *     that expects
     * @param expected asked about each process that answers, without a token: throws {@link LinkRefusedException} to refuse it;
     *     both sides get the message. What it returns is the principal of calls that come over the link
     * @param address the address of a listener, see {@link #listen}
     * @param encodings see {@link #connectLane}
     * @return see {@link #connect}; fails at once with {@link LinkRefusedException} if the process is refused
     * @throws IllegalArgumentException see {@link #connect}
     */
    public Promise<Link> connectExpected(String lane, Authenticator expected, String address, Encoding... encodings) {
        return dial(lane, Objects.requireNonNull(expected, "expected"), address, encodings);
    }

    private Promise<Link> dial(String lane, @Nullable Authenticator expected, String address, Encoding... encodings) {
        Address to = dialled(allowed(Address.parse(address)));
        Key key = new Key(to.toString(), lane);
        synchronized (dialled) {
            if (closed) {
                SettablePromise<Link> refused = system.host().newPromise();
                refused.fail(new LinkRefusedException(
                        "no link could be made: address=" + to + ", cause=remoting is closed"));
                return refused;
            }
            Dialled known = dialled.get(key);
            if (known != null && !known.link().isClosing()) {
                return known.first();
            }
            DialledLink link = new DialledLink(
                    links.codecs(chosen(encodings)).expecting(expected), transport, to, lane, this::ended);
            FirstLink first = new FirstLink(system.host(), link);
            dialled.put(key, new Dialled(link, first.promise()));
            first.settleLike(link.dial());
            return first.promise();
        }
    }

    /** Port 0 is for listeners: nobody answers there, however long it is dialled. */
    private static Address dialled(Address address) {
        boolean hasPort = address.scheme() == Address.Scheme.TCP || address.scheme() == Address.Scheme.TLS;
        if (hasPort && address.port() == 0) {
            throw new IllegalArgumentException(
                    "an address to dial must have a port from 1 to 65535: address=" + address);
        }
        return address;
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

    /** {@return the certificate that this process shows at {@code tls://}; null: it has none} */
    public @Nullable X509Certificate certificate() {
        return certificate;
    }

    // ---- both ----------------------------------------------------------------------------------------------------

    /**
     * Releases the actors of other processes to which no reference is in use here any more, as far as the garbage collector
     * has found out. A system with threads does that by itself. One that is driven by hand does it only here, because a
     * collector comes when it likes, and a test or a simulation is to be the same each time.
     *
     * @return how many references of links were found to be out of use
     */
    public int releaseUnused() {
        return links().stream()
                .mapToInt(link -> ((BasicLink) link).releaseUnused())
                .sum();
    }

    /** {@return the types that may travel, to register, rename or adapt some} */
    public WireTypes types() {
        return types;
    }

    /**
     * {@return by what the bytes of sockets move and why, for people: epoll, kqueue or NIO, and the version of Netty}
     */
    public String transport() {
        return transport.description();
    }

    /** {@return the id that other processes see in {@link io.troupe.remoting.link.LinkIdentity#id}: of 128 random bits, as a UUID} */
    public String id() {
        return links.id();
    }

    /** {@return a copy of the list of all links that are not closed, dialled ones first} */
    public List<Link> links() {
        List<Link> all = new ArrayList<>();
        synchronized (dialled) {
            dialled.values().forEach(known -> all.add(known.link()));
        }
        all.addAll(accepted);
        return all;
    }

    /**
     * Listens no more, and drains all links as {@link Link#drain} does: for a process that is going to stop. Does not
     * wait.
     *
     * @param limit time after which links are closed whatever is under way; from 0 to a day
     * @param reason one sentence for the people of the other sides
     * @param elsewhere an address where the other sides may find the same ({@link
     *     io.troupe.remoting.link.LinkLoss#elsewhere}); or empty
     * @return fulfilled when all links have ended; true if no call was left unfinished on any of them
     * @throws IllegalArgumentException if the limit is negative or more than a day
     */
    public Promise<Boolean> drain(Duration limit, String reason, String elsewhere) {
        Objects.requireNonNull(limit, "limit");
        if (limit.isNegative() || limit.compareTo(LONGEST_DRAIN) > 0) {
            throw new IllegalArgumentException("limit must be from 0 to a day: limit=" + limit);
        }
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(elsewhere, "elsewhere");
        leaving = link -> link.drain(limit, reason, elsewhere);
        listeners.forEach(Listener::close);
        return all(links().stream()
                .map(link -> link.drain(limit, reason, elsewhere))
                .toList());
    }

    /**
     * The calls of others are answered while the actors still work; links end when these have ended, as they may call
     * on them.
     */
    private Promise<Boolean> announce(Duration limit) {
        if (limit.isZero()) {
            return Promise.of(true); // nobody wants to wait for anything
        }
        leaving = Link::close;
        Duration part = limit.multipliedBy(9).dividedBy(10); // the rest is for actors that owe nothing to links
        listeners.forEach(Listener::close);
        return all(links().stream()
                .map(link -> ((BasicLink) link).announce(part, "its system closes"))
                .toList());
    }

    private static Promise<Boolean> all(List<Promise<Boolean>> ends) {
        boolean over = ends.stream().allMatch(Promise::isSettled);
        return over
                ? Promise.of(ends.stream().allMatch(end -> end.await(Duration.ofSeconds(1)))) // at once
                : Promise.all(ends).map(idle -> !idle.contains(false));
    }

    /**
     * Closes all links, listeners and topics, and the transport. Waits for that, a few seconds at most. Closing twice
     * is harmless.
     *
     * @throws IllegalStateException on the loop of a link, which would wait for itself
     */
    @Override
    public void close() {
        if (isLoop()) {
            throw new IllegalStateException("close must not be called " + LOOP + ", it would wait for itself: system="
                    + system.name() + "; let another thread close the remoting");
        }
        synchronized (SLOTS) {
            Slot slot = slotOf(system);
            if (slot != null && slot.open == this) {
                slot.open = null;
            }
        }
        synchronized (dialled) {
            closed = true;
        }
        listeners.forEach(Listener::close);
        topics.forEach(Topic::close);
        List<Link> open = links();
        CountDownLatch left = new CountDownLatch(open.size());
        for (Link link : open) {
            AtomicBoolean counted = new AtomicBoolean();
            link.onChange((state, why) -> countEnd(link, counted, left));
            link.close();
            countEnd(link, counted, left);
        }
        awaitEnds(left); // what does not leave in time is cut off
        transport.close();
    }

    /** Whether the calling thread carries links, so that it must not wait for their ends. */
    private boolean isLoop() {
        return !system.host().isDriven() && transport.inLoop();
    }

    private void awaitEnds(CountDownLatch left) {
        if (system.host().isDriven()) {
            boolean unused = system.host().drive(() -> left.getCount() == 0, FAREWELL);
            return;
        }
        try {
            boolean unused = left.await(FAREWELL.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void countEnd(Link link, AtomicBoolean counted, CountDownLatch left) {
        if (link.state() == LinkState.CLOSED && counted.compareAndSet(false, true)) {
            left.countDown();
        }
    }
}
