// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

import io.troupe.bench.peer.PekkoPeer;
import io.troupe.bench.remoting.stack.Client;
import io.troupe.bench.remoting.stack.Echo;
import io.troupe.bench.remoting.stack.Pending;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.bench.remoting.stack.Stack;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;

/**
 * Pekko's Artery over TCP between classic actors. One-way messages have a window of the application's, because Artery drops
 * what does not fit into its queue of 3072; replies go to an actor, not to a future ({@code Patterns.ask}), which was the faster
 * of the two.
 */
public final class PekkoStack implements Stack {
    private static final String SERVER = "server";
    private static final String ECHO = "echo";

    /** One-way messages under way, and after how many the server says so. */
    private static final int WINDOW = 2048;

    private static final int ACKNOWLEDGED = 512;

    /** Makes the stack. */
    public PekkoStack() {}

    @Override
    public String name() {
        return "pekko";
    }

    @Override
    public List<String> jvmOptions() {
        return List.of(PekkoPeer.JVM_OPTION);
    }

    @Override
    public Server serve(Echo echo) {
        ActorSystem system = Artery.start(SERVER, Wire.class, WireSerializer.class);
        system.actorOf(Props.create(EchoActor.class, () -> new EchoActor(echo, ACKNOWLEDGED)), ECHO);
        int port = Artery.port(system);
        return () -> port;
    }

    @Override
    public Client connect(int port) {
        ActorSystem system = Artery.start("client", Wire.class, WireSerializer.class);
        ActorRef server = Artery.find(system, SERVER, port, ECHO);
        Pending pending = new Pending();
        Semaphore window = new Semaphore(WINDOW);
        ActorRef replies = system.actorOf(Props.create(ReplyActor.class, () -> new ReplyActor(pending, window)));
        return new ActorClient(server, replies, pending, window);
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
