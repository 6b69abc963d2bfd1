// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.promise.Promise;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.philosophers.Steward.Service;
import io.troupe.net.transport.Listener;
import io.troupe.remoting.Remoting;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A table for philosophers of other processes: start-up, and nothing else. */
final class TableServer {
    /** The name of the table for others. */
    static final String NAME = "table";

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration FOREVER = Duration.ofDays(36500);

    private final ActorSystem system;
    private final Remoting remoting;
    private final PrintWriter out;
    private final boolean json;

    TableServer(ActorSystem system, Remoting remoting, PrintWriter out, boolean json) {
        this.system = system;
        this.remoting = remoting;
        this.out = out;
        this.json = json;
    }

    /** Serves until the limit, or until it is interrupted; returns the exit code. */
    int run(Rules rules, String address, @Nullable Duration limit) throws InterruptedException {
        // tag::serve[]
        Table table =
                system.spawn(Table.class, Table::new, ActorOptions.named(NAME).supervision(Supervision.resume()));
        remoting.expose(NAME, table, "join", "leave", "take", "put", "finish", "view", "deadlocks");
        // end::serve[]
        Listener listener = listen(rules, address).await(PATIENCE);
        if (!json) {
            out.println("listening on " + listener.address() + ", Ctrl-C ends it");
            out.flush();
        }
        Steward steward = system.spawn(Steward.class, () -> new Steward(table, out, json), "steward");
        Interrupt interrupt = Interrupt.on(steward::end);
        Promise<Service> service = steward.service();
        if (limit != null) {
            CompletableFuture.delayedExecutor(limit.toNanos(), TimeUnit.NANOSECONDS)
                    .execute(steward::end);
        }
        Service sums = service.await(FOREVER);
        remoting.close();
        print(sums);
        interrupt.done();
        return 0;
    }

    private Promise<Listener> listen(Rules rules, String address) {
        try {
            return remoting.listen(address);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private void print(Service sums) {
        out.println(
                json
                        ? Json.line(sums)
                        : String.format(
                                Locale.ROOT,
                                "meals: %,d in %.1f s; most guests: %,d; forks missing: %d",
                                sums.meals(),
                                sums.seconds(),
                                sums.mostGuests(),
                                sums.taken()));
        out.flush();
    }
}
