// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Sockets whose messages become calls of actors. A service is a function from a message to a promise: typically a call of a
 * typed reference ({@code table::answer}, or {@code m -> table.find(m.text()).map(SpMessage::of)}). It is called in the turns of an
 * actor that the endpoint spawns, so nothing waits, and the next message is taken only when the promise has settled.
 *
 * <p>A request belongs to the endpoint, which releases it when the promise has settled (unless it is the answer); what the
 * service keeps longer it retains. A service that fails, gives no promise or, where there is something to answer, null, gives no
 * answer; so does one that takes longer than the option {@code serviceTimeout}. All that is counted, in {@link
 * SpEndpoint#failures} and in the statistics of the socket by cause, and logged: the first, second, fourth, eighth … time. The
 * place of such a message is free for the next one; a peer's request or survey goes on as its protocol has it: it is sent again,
 * or its time passes. Closing the system closes its endpoints first.
 */
public final class SpActors {
    /** Requests that are served at a time, unless said otherwise. */
    public static final int PARALLEL = 64;

    /** An endpoint serves as long as its system lives: it never gives up. */
    private static final Supervision SUPERVISION = Supervision.restart(Integer.MAX_VALUE, Duration.ofMinutes(1))
            .backoff(Duration.ofMillis(10), Duration.ofSeconds(3));

    private SpActors() {}

    /**
     * Answers requests, 64 at a time.
     *
     * @param uri where to listen
     * @throws io.troupe.sp.socket.SpException see {@link SpSocket#listen}
     */
    public static SpEndpoint rep(
            ActorSystem system, String uri, Function<? super SpMessage, ? extends Promise<SpMessage>> service) {
        return rep(system, uri, SocketOptions.defaults(), PARALLEL, service);
    }

    /**
     * Answers requests.
     *
     * @param uri where to listen
     * @param options of the socket; its {@code receiveTimeout} does not matter
     * @param parallel how many are served at a time, 1 or more
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
     * @param uri where the surveyor listens
     * @param options of the socket; its {@code receiveTimeout} does not matter
     * @param parallel how many are served at a time, 1 or more
     * @param service may give null as the answer: then this one says nothing
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
     * @param uri where to listen
     * @param options of the socket; its {@code receiveTimeout} does not matter
     * @param parallel how many messages are worked on at a time, 1 or more; with 1 they are worked on in order
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
     * Hears what publishers say.
     *
     * @param uri where the publisher listens
     * @param options of the socket; its {@code receiveTimeout} does not matter
     * @param prefixes what to hear
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
        List<ServiceSlot> conversations = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            SocketContext context = socket.context();
            conversations.add(new ServiceSlot(context, context));
        }
        return conversations;
    }

    private static List<ServiceSlot> listening(Receiver socket, int parallel) {
        List<ServiceSlot> conversations = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            conversations.add(new ServiceSlot(socket, null));
        }
        return conversations;
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
            List<ServiceSlot> conversations,
            Function<? super SpMessage, ? extends Promise<?>> service,
            Function<SpSocket, String> join) {
        ServiceFailures failures = new ServiceFailures(socket.protocol(), socket.counters());
        try {
            system.spawn(
                    EndpointActor.class,
                    () -> new EndpointActor(socket, conversations, service, failures),
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
