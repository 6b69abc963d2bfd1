// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.harness.Troupe;
import io.troupe.bench.harness.Workload;
import io.troupe.bench.philosophers.Dinner;
import io.troupe.bench.philosophers.Evening;
import io.troupe.bench.philosophers.Guests;
import io.troupe.bench.philosophers.Philosopher;
import io.troupe.bench.philosophers.Table;
import io.troupe.bench.remoting.stack.Server;
import io.troupe.core.ActorSystem;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Setup;

/**
 * The table and the philosophers of the suite within one process, on the two ends of a link over TCP; both processes have the
 * same dispatcher.
 */
public abstract class TroupeVisit extends Visit {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final String HOST = "tcp://127.0.0.1:";
    private static final String TABLE = "table";

    private final Encoding encoding;
    private @Nullable Remoting remoting;

    TroupeVisit(Encoding encoding) {
        this.encoding = encoding;
    }

    /** In the process of the table. */
    static Server lay(int seats, Encoding encoding, String dispatcher) {
        ActorSystem system = ActorSystem.builder()
                .name(TABLE)
                .dispatcher(Troupe.dispatcher(dispatcher))
                .start();
        Remoting remoting = Remoting.on(system, config(encoding));
        remoting.expose(TABLE, system.spawn(Table.class, () -> new Table(seats)));
        int port = remoting.listen(HOST + 0).await(LIMIT).address().port();
        return () -> port;
    }

    private static RemotingConfig config(Encoding encoding) {
        return RemotingConfig.production().encodings(encoding);
    }

    /** Before a trial. */
    @Setup(Level.Trial)
    public void start(Troupe.Any troupe, Evening.Seats seats) {
        start(troupe, seats.guests(), RemoteBenchmark.MEALS);
    }

    final void start(Troupe.Any troupe, Guests guests, int meals) {
        List<String> arguments =
                List.of(Integer.toString(guests.seats()), TableMain.TROUPE, encoding.toString(), troupe.dispatcher);
        come(arguments, port -> dinner(troupe.system(), port, guests, meals));
    }

    private Workload dinner(ActorSystem system, int port, Guests guests, int meals) {
        Remoting made = Remoting.on(system, config(encoding));
        remoting = made;
        Table table = made.connect(HOST + port)
                .await(LIMIT)
                .resolve(TABLE, Table.class)
                .await(LIMIT);
        List<Philosopher> philosophers = Dinner.seat(system, table, guests, Duration.ZERO);
        return () -> {
            table.open(meals);
            table.account().await(LIMIT).check(0); // open before anybody asks for a fork on a way of their own
            philosophers.forEach(Philosopher::begin);
            long eaten = guests.await(meals);
            table.account().await(LIMIT).check(meals);
            return eaten;
        };
    }

    @Override
    final void leave() {
        if (remoting != null) {
            remoting.close();
        }
    }

    /** With the encoding for production. */
    public static class Binary extends TroupeVisit {
        /** Made by JMH. */
        public Binary() {
            super(Encoding.BINARY);
        }
    }

    /** With CBOR. */
    public static class Cbor extends TroupeVisit {
        /** Made by JMH. */
        public Cbor() {
            super(Encoding.CBOR);
        }
    }

    /** With JSON. */
    public static class Json extends TroupeVisit {
        /** Made by JMH. */
        public Json() {
            super(Encoding.JSON);
        }
    }
}
