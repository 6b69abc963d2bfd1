// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.harness.Workload;
import io.troupe.bench.philosophers.Evening;
import io.troupe.bench.philosophers.Forks;
import io.troupe.bench.philosophers.Guests;
import io.troupe.bench.remoting.pekko.Artery;
import io.troupe.bench.remoting.stack.Server;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/**
 * Classic actors and Artery over TCP. A philosopher has at most two messages on the way, so a thousand of them stay below
 * Artery's queue of 3072.
 */
public class PekkoVisit extends Visit {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String TABLE = "table";

    private @Nullable ActorSystem system;

    /** Made by JMH. */
    public PekkoVisit() {}

    /** In the process of the table. */
    static Server lay(int seats) {
        ActorSystem system = start(TABLE);
        system.actorOf(Props.create(PekkoTable.class, () -> new PekkoTable(seats)), TABLE);
        int port = Artery.port(system);
        return () -> port;
    }

    private static ActorSystem start(String name) {
        return Artery.start(name, Note.class, NoteSerializer.class);
    }

    /** Before a trial. */
    @Setup(Level.Trial)
    public void start(Evening.Seats seats) {
        start(seats.guests(), RemoteBenchmark.MEALS);
    }

    final void start(Guests guests, int meals) {
        List<String> arguments = List.of(Integer.toString(guests.seats()), TableMain.PEKKO);
        come(arguments, port -> dinner(port, guests, meals));
    }

    private Workload dinner(int port, Guests guests, int meals) {
        ActorSystem made = start("guests");
        system = made;
        ActorRef table = Artery.find(made, TABLE, port, TABLE);
        List<ActorRef> philosophers = IntStream.range(0, guests.seats())
                .mapToObj(seat -> made.actorOf(
                        Props.create(PekkoPhilosopher.class, () -> new PekkoPhilosopher(table, guests, seat))))
                .toList();
        return () -> {
            ask(table, new Note.Open(meals)).check(0);
            philosophers.forEach(one -> one.tell(new PekkoPhilosopher.Begin(), ActorRef.noSender()));
            long eaten = guests.await(meals);
            ask(table, new Note.Count()).check(meals);
            return eaten;
        };
    }

    private static Forks.Account ask(ActorRef table, Note note) {
        Object answer = Patterns.ask(table, note, LIMIT).toCompletableFuture().join();
        return ((Note.Accounted) answer).account();
    }

    @Override
    final void leave() {
        if (system != null) {
            system.terminate();
            system.getWhenTerminated()
                    .toCompletableFuture()
                    .orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .join();
        }
    }
}
