// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sockets;

// tag::hello[]
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.promise.Promise;
import io.troupe.sp.Sockets;
import io.troupe.sp.SpActors;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import java.time.Duration;
import java.util.stream.Stream;

/** One server, asked in two ways. Either side could as well be nanocat, or a program in another language. */
public class SocketHello {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    /** A typed actor answers requests. */
    public static class Greeter extends Actor<Greeter> {
        private int greeted; // no lock: one message at a time

        public Promise<SpMessage> greet(String name) {
            return Promise.of(SpMessage.of("Hello " + name + ", you are number " + ++greeted));
        }
    }

    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("sockets");
                ReqSocket socket = Sockets.req()) {
            // tag::talk[]
            Greeter greeter = system.spawn(Greeter.class, Greeter::new); // actors: requests become calls
            var server = SpActors.rep(system, "tcp://127.0.0.1:0", request -> greeter.greet(request.text()));
            socket.dial(server.uri());
            socket.send(SpMessage.of("Ann")); // waiting: one thing after the other
            try (SpMessage reply = socket.receive(LIMIT)) {
                System.out.println(reply.text());
            }
            // end::talk[]
            var replies = Stream.of("Bob", "Cid", "Dan") // promises: as many requests at a time as one likes
                    .map(name -> socket.request(SpMessage.of(name)).map(SocketHello::textOf))
                    .toList();
            Promise.all(replies).await(LIMIT).forEach(System.out::println);
        }
    }

    private static String textOf(SpMessage reply) {
        try (reply) { // counted: who takes it releases it
            return reply.text();
        }
    }
}
// end::hello[]
