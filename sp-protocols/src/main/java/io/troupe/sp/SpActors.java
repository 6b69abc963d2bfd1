// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Opens endpoints: sockets whose messages become calls of actors. A service is a function from a message to a promise,
 * typically a call of a typed reference ({@code table::answer}, or {@code m -> table.find(m.text()).map(SpMessage::of)}). It is
 * called in the turns of an actor that the endpoint spawns, so no thread waits. The next message is taken only when the promise
 * has settled.
 *
 * <p>A request belongs to the endpoint, which releases it when the promise has settled, unless it is the answer. A service that
 * needs the request longer retains it. There is no answer when the service throws or gives no promise, when its promise fails,
 * when it answers null, or when it takes longer than the option {@code serviceTimeout}. Each such message is counted, in
 * {@link SpEndpoint#failures} and by reason in the statistics of the socket. Failures and timeouts are logged, too: the first,
 * second, fourth, eighth … time. The place of such a message is free for the next one. The peer's request is sent again, or the
 * time of its survey passes, as the protocol has it. Closing the system closes its endpoints first. Any thread.
 */
public final class SpActors {
    /** The number of requests that an endpoint serves at a time where the caller names none: 64. */
    public static final int PARALLEL = 64;

    /** An endpoint serves as long as its system lives: it never gives up. */
    private static final Supervision SUPERVISION = Supervision.restart(Integer.MAX_VALUE, Duration.ofMinutes(1))
            .backoff(Duration.ofMillis(10), Duration.ofSeconds(3));

    private SpActors() {}

    /**
     * Answers requests, {@value #PARALLEL} at a time, with default options.
     *
     * @param system spawns the actor that serves, and closes the endpoint before its actors
     * @param uri the address to listen at
     * @param service answers a request
     * @return the endpoint, which listens
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#listen(String)}
     * @throws IllegalStateException if the system closes, or has closed
     */
    public static SpEndpoint rep(
            ActorSystem system, String uri, Function<? super SpMessage, ? extends Promise<SpMessage>> service) {
        return rep(system, uri, SocketOptions.defaults(), PARALLEL, service);
    }

    /**
     * Answers requests.
     *
     * @param system spawns the actor that serves, and closes the endpoint before its actors
     * @param uri the address to listen at
     * @param options of the socket; {@code receiveTimeout} does not count, and {@code sendTimeout} is at most
     *     {@code serviceTimeout}
     * @param parallel how many requests are served at a time, 1 or more
     * @param service answers a request
     * @return the endpoint, which listens
     * @throws IllegalArgumentException if {@code parallel} is less than 1
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#listen(String)}
     * @throws IllegalStateException if the system closes, or has closed
     */
    public static SpEndpoint rep(
            ActorSystem system,
            String uri,
            SocketOptions options,
            int parallel,
            Function<? super SpMessage, ? extends Promise<SpMessage>> service) {
        atLeastOne(parallel);
        ReplySocket socket = SocketKind.REP.open(patient(options));
        return open(system, socket, answering(socket, parallel), service, listening -> listening
                .listen(uri)
                .uri());
    }

    /**
     * Answers surveys.
     *
     * @param system spawns the actor that serves, and closes the endpoint before its actors
     * @param uri the address where the surveyor listens
     * @param options of the socket; {@code receiveTimeout} does not count, and {@code sendTimeout} is at most
     *     {@code serviceTimeout}
     * @param parallel how many surveys are served at a time, 1 or more
     * @param service answers a survey; null as the answer: this respondent says nothing, which is counted
     * @return the endpoint, which dials
     * @throws IllegalArgumentException if {@code parallel} is less than 1
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#dial(String)}
     * @throws IllegalStateException if the system closes, or has closed
     */
    public static SpEndpoint respondent(
            ActorSystem system,
            String uri,
            SocketOptions options,
            int parallel,
            Function<? super SpMessage, ? extends Promise<SpMessage>> service) {
        atLeastOne(parallel);
        ReplySocket socket = SocketKind.RESPONDENT.open(patient(options));
        return open(system, socket, answering(socket, parallel), service, dialling -> dialling.dial(uri)
                .uri());
    }

    /**
     * Takes work that peers push.
     *
     * @param system spawns the actor that serves, and closes the endpoint before its actors
     * @param uri the address to listen at
     * @param options of the socket; {@code receiveTimeout} does not count
     * @param parallel how many messages are served at a time, 1 or more; with 1 they are served in order
     * @param service works on a message; the value of its promise does not count
     * @return the endpoint, which listens
     * @throws IllegalArgumentException if {@code parallel} is less than 1
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#listen(String)}
     * @throws IllegalStateException if the system closes, or has closed
     */
    public static SpEndpoint pull(
            ActorSystem system,
            String uri,
            SocketOptions options,
            int parallel,
            Function<? super SpMessage, ? extends Promise<?>> service) {
        atLeastOne(parallel);
        PatternSocket socket = SocketKind.PULL.open(patient(options));
        return open(system, socket, listening(socket, parallel), service, listening -> listening
                .listen(uri)
                .uri());
    }

    /**
     * Hears what publishers say, one message at a time and in order.
     *
     * @param system spawns the actor that serves, and closes the endpoint before its actors
     * @param uri the address where the publisher listens
     * @param options of the socket; {@code receiveTimeout} does not count
     * @param prefixes the subscriptions, see {@link io.troupe.sp.socket.SubContext#subscribe(String)}; none: no message comes
     * @param service works on a message; the value of its promise does not count
     * @return the endpoint, which dials
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#dial(String)}
     * @throws IllegalStateException if the system closes, or has closed
     */
    public static SpEndpoint sub(
            ActorSystem system,
            String uri,
            SocketOptions options,
            List<String> prefixes,
            Function<? super SpMessage, ? extends Promise<?>> service) {
        SubscriberSocket socket = SocketKind.SUB.open(patient(options));
        prefixes.forEach(socket::subscribe);
        return open(system, socket, listening(socket, 1), service, dialling -> dialling.dial(uri)
                .uri());
    }

    /** Receives wait for ever; an answer must not wait for ever for a peer that does not read. */
    private static SocketOptions patient(SocketOptions options) {
        Duration sending = options.sendTimeout();
        Duration serving = options.serviceTimeout();
        return options.toBuilder()
                .receiveTimeout(SocketOptions.FOREVER)
                .sendTimeout(sending.compareTo(serving) < 0 ? sending : serving)
                .build();
    }

    private static List<ServiceSlot> answering(RepSocket socket, int parallel) {
        List<ServiceSlot> slots = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            SocketContext context = socket.context();
            slots.add(new ServiceSlot(context, context));
        }
        return slots;
    }

    private static List<ServiceSlot> listening(MessageReceiver socket, int parallel) {
        List<ServiceSlot> slots = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            slots.add(new ServiceSlot(socket, null));
        }
        return slots;
    }

    private static void atLeastOne(int parallel) {
        if (parallel < 1) {
            throw new IllegalArgumentException("at least one must be served at a time: parallel=" + parallel);
        }
    }

    /** Begins to serve, then to listen or to dial: nobody finds a socket that is not served. */
    private static SpEndpoint open(
            ActorSystem system,
            PatternSocket socket,
            List<ServiceSlot> slots,
            Function<? super SpMessage, ? extends Promise<?>> service,
            Function<SpSocket, String> join) {
        ServiceFailures failures = new ServiceFailures(socket.protocol(), socket.counters());
        try {
            system.spawn(
                    EndpointActor.class,
                    () -> new EndpointActor(socket, slots, service, failures),
                    ActorOptions.defaults().supervision(SUPERVISION));
            SpEndpoint endpoint = new SpEndpoint(socket, join.apply(socket), failures);
            system.onClose(ShutdownPhase.BEFORE_ACTORS, "socket " + endpoint.uri(), () -> {
                endpoint.close();
                return Promise.done();
            });
            return endpoint;
        } catch (RuntimeException e) {
            socket.close(Duration.ZERO);
            throw e;
        }
    }
}
