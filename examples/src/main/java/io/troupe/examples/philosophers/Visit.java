// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.examples.cli.Rules;
import io.troupe.examples.philosophers.Philosopher.Habits;
import io.troupe.examples.philosophers.view.Display;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Philosophers who eat at the table of another process: start-up, and nothing else. */
final class Visit {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final ActorSystem system;
    private final Remoting remoting;
    private final Table table;
    private @Nullable Guests guests;

    private Visit(ActorSystem system, Remoting remoting, Table table) {
        this.system = system;
        this.remoting = remoting;
        this.table = table;
    }

    /** Finds the table. */
    static Visit to(String address, ActorSystem system, Remoting remoting, Rules rules, PrintWriter events) {
        // tag::connect[]
        Link link = connect(remoting, address, rules).await(PATIENCE);
        Table table = link.resolve(TableServer.NAME, Table.class).await(PATIENCE);
        // end::connect[]
        link.onChange((state, why) -> tell(events, state, why));
        return new Visit(system, remoting, table);
    }

    private static Promise<Link> connect(Remoting remoting, String address, Rules rules) {
        try {
            return remoting.connect(address);
        } catch (IllegalArgumentException e) {
            throw rules.broken(e);
        }
    }

    private static void tell(PrintWriter events, LinkState state, String why) {
        if (state == LinkState.UP) {
            events.println("the table is back");
        } else if (state == LinkState.DOWN) {
            events.println("no table at the moment: " + why);
        }
        events.flush();
    }

    /** The philosophers sit down. */
    Reporter serve(int count, Habits habits, Display display, Reporter.Times times) {
        List<Philosopher> philosophers = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            philosophers.add(system.spawn(Philosopher.class, () -> new Philosopher(table, habits)));
        }
        String name = "party of process " + ProcessHandle.current().pid();
        guests = system.spawn(Guests.class, () -> new Guests(name, philosophers, table), "guests");
        return system.spawn(Reporter.class, () -> new Reporter(table, philosophers, display, times), "reporter");
    }

    /** They leave, and the link ends. */
    void end() {
        if (guests != null) {
            guests.leave().await(PATIENCE);
        }
        remoting.close();
    }
}
