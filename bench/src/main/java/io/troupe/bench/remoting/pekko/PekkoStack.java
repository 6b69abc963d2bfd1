// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Pending;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;

/**
 * Pekko's Artery over TCP between classic actors. One-way messages have a window of the application's, because Artery drops
 * what does not fit into its queue of 3072; replies go to an actor, not to a future ({@code Patterns.ask}), which was the faster
 * of the two. Messages are written into Artery's buffers by a serializer of their own.
 */
public final class PekkoStack implements Stack {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** One-way messages under way, and after how many the server says so. */
    private static final int WINDOW = 2048;

    private static final int ACKNOWLEDGED = 512;

    /** Makes the stack. */
    public PekkoStack() {}

    @Override
    public String name() {
        return "pekko";
    }

    /** With one thread in the common pool, asynchronous futures start a thread per task, which costs Pekko a factor on two cores. */
    @Override
    public List<String> jvmOptions() {
        return List.of("-Djava.util.concurrent.ForkJoinPool.common.parallelism=2");
    }

    @Override
    public Server serve(Echo echo) {
        ActorSystem system = ActorSystem.create("server", config());
        system.actorOf(Props.create(EchoActor.class, () -> new EchoActor(echo, ACKNOWLEDGED)), "echo");
        int port = (Integer) ((ExtendedActorSystem) system)
                .provider()
                .getDefaultAddress()
                .port()
                .get();
        return () -> port;
    }

    @Override
    public Client connect(int port) {
        ActorSystem system = ActorSystem.create("client", config());
        ActorRef server = system.actorSelection("pekko://server@127.0.0.1:" + port + "/user/echo")
                .resolveOne(LIMIT)
                .toCompletableFuture()
                .join();
        Pending pending = new Pending();
        Semaphore window = new Semaphore(WINDOW);
        ActorRef replies = system.actorOf(Props.create(ReplyActor.class, () -> new ReplyActor(pending, window)));
        return new ActorClient(server, replies, pending, window);
    }

    private static Config config() {
        return ConfigFactory.parseString(String.join(
                        "\n",
                        "pekko.actor.provider = remote",
                        "pekko.remote.artery.transport = tcp",
                        "pekko.remote.artery.canonical.hostname = \"127.0.0.1\"",
                        "pekko.remote.artery.canonical.port = 0",
                        "pekko.remote.use-unsafe-remote-features-outside-cluster = on",
                        "pekko.remote.warn-unsafe-watch-outside-cluster = off",
                        "pekko.actor.serializers.wire = \"" + WireSerializer.class.getName() + "\"",
                        "pekko.actor.serialization-bindings.\"" + Wire.class.getName() + "\" = wire"))
                .withFallback(PekkoPeer.config());
    }

    private record ActorClient(ActorRef server, ActorRef replies, Pending pending, Semaphore window) implements Client {
        @Override
        public void tell(byte[] payload, int times) {
            for (int i = 0; i < times; i++) {
                window.acquireUninterruptibly();
                server.tell(new Wire.Tell(payload), replies);
            }
        }

        @Override
        public void ask(byte[] payload, Consumer<byte[]> reply) {
            server.tell(new Wire.Ask(pending.add(reply), payload), replies);
        }
    }
}
