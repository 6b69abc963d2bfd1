// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Two nodes and the link between them; {@code here} has dialled {@code there}. */
final class Pair implements AutoCloseable {
    private static final AtomicInteger NAMES = new AtomicInteger();

    final Node here;
    final Node there;
    final String address;
    final Link link;
    /** The same link as {@code there} sees it. */
    final Link back;

    private Pair(Node here, Node there, String address, Link link) {
        this.here = here;
        this.there = there;
        this.address = address;
        this.link = link;
        this.back = there.lastAccepted();
    }

    static Pair open(Encoding encoding, Way way) {
        return open(encoding, way, UnaryOperator.identity());
    }

    static Pair open(Encoding encoding, Way way, UnaryOperator<RemotingConfig> config) {
        return open(encoding, way, UnaryOperator.identity(), config);
    }

    static Pair open(
            Encoding encoding, Way way, UnaryOperator<SystemBuilder> system, UnaryOperator<RemotingConfig> config) {
        Node there = Node.start(system.apply(ActorSystem.builder().name("there")), config);
        Node here = Node.start(system.apply(ActorSystem.builder().name("here")), config);
        String address = there.listen(way, encoding);
        return new Pair(here, there, address, here.connect(address, encoding));
    }

    /** Exposes an actor of the other side under a new name, and looks it up. */
    <T> T remote(Class<T> type, T local) {
        return link.lookup(expose(local), type);
    }

    /** Exposes an actor of the other side under a new name. */
    String expose(Object local, String... only) {
        String name = "actor" + NAMES.incrementAndGet();
        there.remoting.expose(name, local, only);
        return name;
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
