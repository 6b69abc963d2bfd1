// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.actor;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.promise.Promise;
import io.troupe.sp.engine.Engine;
import io.troupe.sp.message.Message;
import io.troupe.sp.option.SocketOptions;
import io.troupe.sp.pattern.pipeline.Pipeline;
import io.troupe.sp.pattern.publish.Publish;
import io.troupe.sp.pattern.reply.Replying;
import io.troupe.sp.protocol.Protocol;
import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.RepSocket;
import io.troupe.sp.socket.SpSocket;
import io.troupe.sp.socket.SubSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/**
 * Sockets whose messages become calls of actors. A service is a function from a message to a promise: typically a call of a
 * typed reference ({@code table::answer}, or {@code m -> table.find(m.text()).map(Message::of)}). It is called in the turns of an
 * actor that the endpoint spawns, so nothing waits, and the next message is taken only when the promise has settled.
 *
 * <p>A request belongs to the endpoint, which releases it when the promise has settled (unless it is the answer); what the
 * service keeps longer it retains. A service that fails gives no answer, and is counted and logged. Closing the system closes
 * its endpoints first.
 */
public final class SpActors {
    /** Requests that are served at a time, unless said otherwise. */
    public static final int PARALLEL = 64;

    private SpActors() {}

    /**
     * Answers requests, 64 at a time.
     *
     * @param uri where to listen
     * @throws io.troupe.sp.error.SpException see {@link SpSocket#listen}
     */
    public static SpEndpoint rep(
            ActorSystem system, String uri, Function<? super Message, ? extends Promise<Message>> service) {
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
            Function<? super Message, ? extends Promise<Message>> service) {
        atLeastOne(parallel);
        RepSocket socket = Replying.open(Protocol.REP, patient(options), Engine.shared());
        List<Conversation> conversations = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            var context = socket.context();
            conversations.add(new Conversation(context, context));
        }
        return open(system, uri, socket, conversations, service);
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
            Function<? super Message, ? extends Promise<?>> service) {
        atLeastOne(parallel);
        var socket = Pipeline.pull(patient(options), Engine.shared());
        return open(system, uri, socket, listening(socket, parallel), service);
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
            Function<? super Message, ? extends Promise<?>> service) {
        SubSocket socket = Publish.sub(patient(options), Engine.shared());
        prefixes.forEach(socket::subscribe);
        SpEndpoint endpoint = started(system, uri, socket, listening(socket, 1), service);
        socket.dial(uri);
        return endpoint;
    }

    private static SocketOptions patient(SocketOptions options) {
        return options.receiveTimeout(SocketOptions.FOREVER);
    }

    private static List<Conversation> listening(Receiver socket, int parallel) {
        List<Conversation> conversations = new ArrayList<>();
        for (int i = 0; i < parallel; i++) {
            conversations.add(new Conversation(socket, null));
        }
        return conversations;
    }

    private static void atLeastOne(int parallel) {
        if (parallel < 1) {
            throw new IllegalArgumentException("at least one must be served at a time: parallel=" + parallel);
        }
    }

    private static SpEndpoint open(
            ActorSystem system,
            String uri,
            SpSocket socket,
            List<Conversation> conversations,
            Function<? super Message, ? extends Promise<?>> service) {
        String bound;
        try {
            bound = socket.listen(uri).uri();
        } catch (RuntimeException e) {
            socket.close();
            throw e;
        }
        return started(system, bound, socket, conversations, service);
    }

    private static SpEndpoint started(
            ActorSystem system,
            String uri,
            SpSocket socket,
            List<Conversation> conversations,
            Function<? super Message, ? extends Promise<?>> service) {
        LongAdder failures = new LongAdder();
        system.spawn(EndpointActor.class, () -> new EndpointActor(conversations, service, failures));
        SpEndpoint endpoint = new SpEndpoint(socket, uri, failures);
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "socket " + uri, () -> {
            endpoint.close();
            return Promise.done();
        });
        return endpoint;
    }
}
