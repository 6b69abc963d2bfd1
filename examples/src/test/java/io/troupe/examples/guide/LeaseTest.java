// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.examples.simulate.Lease;
import io.troupe.examples.simulate.Lease.Counter;
import io.troupe.examples.simulate.Lease.Lock;
import io.troupe.examples.simulate.Lease.Worker;
import io.troupe.remoting.Remoting;
import io.troupe.simulation.Simulated;
import io.troupe.simulation.Simulation;
import io.troupe.simulation.SimulationOptions;
import io.troupe.simulation.delay.Delay;
import io.troupe.testkit.schedule.ScheduleFailure;
import io.troupe.testkit.schedule.Schedules;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tests of chapter 9 of the guide. */
class LeaseTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final String ADDRESS = "tcp://store:7000";

    // tag::schedules[]
    @Test
    void shouldKeepWhatWasAddedUnderEverySchedule() {
        Schedules.of(300)
                .named("lease")
                .writingTo(Path.of("target", "simulation")) // the schedule that fails, if one does
                .run(simulator -> Lease.run(simulator, true))
                .orThrow();
    }
    // end::schedules[]

    // tag::replay[]
    @Test
    void shouldReplayALostUpdate(@TempDir Path folder) {
        Schedules schedules = Schedules.of(300).named("lease without tokens").writingTo(folder);
        ScheduleFailure failure =
                schedules.run(simulator -> Lease.run(simulator, false)).first();

        assertThat(failure.departures()).hasSize(1); // one event has to wait, all others happen at once
        assertThatThrownBy(() -> schedules.replay(failure.file(), simulator -> Lease.run(simulator, false)))
                .hasMessageContaining("the counter must keep what was added: added=2, count=1");
    }
    // end::replay[]

    @Simulated(schedules = 20)
    void shouldKeepWhatWasAddedOverSlowLinks(Simulation sim) {
        addOverSlowLinks(sim, true);
    }

    // tag::nodes[]
    private static Counter serve(ActorSystem system, boolean fenced) { // what production does, too
        Counter counter = system.spawn(Counter.class, () -> new Counter(fenced));
        Remoting remoting = Remoting.on(system);
        remoting.expose("lock", system.spawn(Lock.class, Lock::new));
        remoting.expose("counter", counter);
        remoting.listen(ADDRESS);
        return counter;
    }

    private static void addOverSlowLinks(Simulation sim, boolean fenced) { // called by a method with @Simulated
        List<Counter> counters = new ArrayList<>();
        List<Worker> workers = new ArrayList<>();
        sim.node("store", node -> counters.add(serve(node.system(), fenced)));
        sim.client("worker", 2, client -> work(client.system()).then(workers::add));
        sim.faults()
                .network(net -> net.latency(Delay.pareto(Duration.ofMillis(10), 1))) // a tenth takes more than 100 ms
                .pauses(Delay.every(Duration.ofSeconds(1)), Delay.upTo(Duration.ofMillis(300)));
        sim.runFor(Duration.ofSeconds(10)); // takes milliseconds

        sim.heal(); // from now on nothing breaks
        var added = Promise.all(workers.stream().map(Worker::added).toList());
        var count = counters.get(0).read(Integer.MAX_VALUE);
        sim.eventually(LIMIT, "all answer", () -> added.isFulfilled() && count.isFulfilled());
        int sum = added.await(LIMIT).stream().mapToInt(one -> one).sum();
        assertThat(count.await(LIMIT)).as("the counter keeps what was added").isGreaterThanOrEqualTo(sum);
    }
    // end::nodes[]

    private static Promise<Worker> work(ActorSystem system) {
        return Remoting.on(system).connect(ADDRESS).map(link -> {
            Lock lock = link.lookup("lock", Lock.class);
            Counter counter = link.lookup("counter", Counter.class);
            Worker worker = system.spawn(Worker.class, () -> new Worker(lock, counter));
            worker.begin();
            return worker;
        });
    }

    @Test
    void shouldFindTheLostUpdateOverSlowLinksWithoutTokens(@TempDir Path folder) {
        SimulationOptions options =
                SimulationOptions.of("lease over links").schedules(200).folder(folder);

        assertThatThrownBy(() -> Simulation.run(options, sim -> addOverSlowLinks(sim, false)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("lease over links fails: ")
                .hasMessageContaining("the counter keeps what was added");
    }
}
