// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.remote;

import io.troupe.core.ActorSystem;
import io.troupe.examples.hello.Hello.Counter;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.time.Duration;

/** The counter of the other example, in another system: over a Unix socket, a port, or with TLS it would be the same. */
public final class RemoteHello {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private RemoteHello() {}

    /** Prints 42. */
    public static void main(String[] args) {
        try (ActorSystem server = ActorSystem.start("server");
                ActorSystem client = ActorSystem.start("client")) {
            String address = serve(server, "tcp://127.0.0.1:0");
            System.out.println("count = " + call(client, address));
        }
    }

    private static String serve(ActorSystem system, String address) {
        // tag::serve[]
        Remoting remoting = Remoting.on(system);
        remoting.expose("counter", system.spawn(Counter.class, Counter::new)); // nothing else can be called
        return remoting.listen(address).await(LIMIT).address().toString();
        // end::serve[]
    }

    private static int call(ActorSystem system, String address) {
        // tag::call[]
        Link link = Remoting.on(system).connect(address).await(LIMIT);
        Counter counter = link.lookup("counter", Counter.class); // used like a local reference
        counter.add(42);
        return counter.count().await(LIMIT);
        // end::call[]
    }
}
