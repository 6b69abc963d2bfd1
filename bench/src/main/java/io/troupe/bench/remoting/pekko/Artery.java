// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.peer.PekkoPeer;
import java.time.Duration;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;

/**
 * Pekko's Artery over TCP on the loopback interface, set up as all benchmarks between processes do it: messages are written
 * into Artery's buffers by a serializer of their own. Any thread.
 */
public final class Artery {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private Artery() {}

    /**
     * Starts a system that listens on a free port.
     *
     * @param name part of its address
     * @param messages what travels: this type and those below
     * @param serializer writes and reads them
     */
    public static ActorSystem start(String name, Class<?> messages, Class<? extends BufferSerializer> serializer) {
        Config config = ConfigFactory.parseString(String.join(
                        "\n",
                        "pekko.actor.provider = remote",
                        "pekko.remote.artery.transport = tcp",
                        "pekko.remote.artery.canonical.hostname = \"127.0.0.1\"",
                        "pekko.remote.artery.canonical.port = 0",
                        "pekko.remote.use-unsafe-remote-features-outside-cluster = on",
                        "pekko.remote.warn-unsafe-watch-outside-cluster = off",
                        "pekko.remote.warn-about-direct-use = off",
                        "pekko.actor.serializers.wire = \"" + serializer.getName() + "\"",
                        "pekko.actor.serialization-bindings.\"" + messages.getName() + "\" = wire"))
                .withFallback(PekkoPeer.config());
        return ActorSystem.create(name, config);
    }

    /** Where a system listens. */
    public static int port(ActorSystem system) {
        return (Integer) ((ExtendedActorSystem) system)
                .provider()
                .getDefaultAddress()
                .port()
                .get();
    }

    /**
     * Finds an actor of another process; waits for the answer.
     *
     * @param system of this process
     * @param other name of the system there
     * @param port where that listens
     * @param actor its name there
     */
    public static ActorRef find(ActorSystem system, String other, int port, String actor) {
        return system.actorSelection("pekko://" + other + "@127.0.0.1:" + port + "/user/" + actor)
                .resolveOne(LIMIT)
                .toCompletableFuture()
                .join();
    }
}
