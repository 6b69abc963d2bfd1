// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.promise.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class SimulatorTest {
    private final List<String> ran = new ArrayList<>();

    private Simulator simulator(long seed) {
        return Simulator.of(seed, new Strategy.Walk(), Realism.FLIGHTS_AND_TIME);
    }

    private void add(Simulator simulator, String source, String target, String what) {
        simulator.add(EventKind.BYTES, source, target, "", () -> ran.add(what));
    }

    @Test
    void shouldKeepTheOrderOfOneLaneUnderEverySeed() {
        for (long seed = 0; seed < 50; seed++) {
            ran.clear();
            Simulator simulator = simulator(seed);
            for (int i = 0; i < 5; i++) {
                add(simulator, "a", "c", "a" + i);
                add(simulator, "b", "c", "b" + i);
            }
            assertThat(simulator.runAll()).isEqualTo(10);
            assertThat(ran).filteredOn(what -> what.startsWith("a")).containsExactly("a0", "a1", "a2", "a3", "a4");
            assertThat(ran).filteredOn(what -> what.startsWith("b")).containsExactly("b0", "b1", "b2", "b3", "b4");
        }
    }

    @Test
    void shouldLetEventsOfDifferentLanesHappenInEveryOrder() {
        List<List<String>> orders = new ArrayList<>();
        for (long seed = 0; seed < 50; seed++) {
            ran.clear();
            Simulator simulator = simulator(seed);
            add(simulator, "a", "c", "a");
            add(simulator, "b", "c", "b");
            simulator.runAll();
            orders.add(List.copyOf(ran));
        }
        assertThat(orders).contains(List.of("a", "b"), List.of("b", "a"));
    }

    @Test
    void shouldNotRunAnEventBeforeItsTimeNorThoseBehindIt() {
        Simulator simulator = simulator(1);
        simulator.addAt(100, EventKind.BYTES, "a", "b", "", () -> ran.add("late@" + simulator.nanos()));
        add(simulator, "a", "b", "behind");
        add(simulator, "a", "c", "other");
        assertThat(simulator.runAll()).isEqualTo(1);
        assertThat(ran).containsExactly("other");
        simulator.runFor(Duration.ofNanos(99));
        assertThat(ran).containsExactly("other");
        simulator.runFor(Duration.ofNanos(1));
        assertThat(ran).containsExactly("other", "late@100", "behind");
    }

    @Test
    void shouldStandStillWhilePausedAndGoOnAfterwards() {
        Simulator simulator = simulator(1);
        add(simulator, "n1", "n2", "before");
        Object pause = simulator.pause(place -> place.startsWith("n2"));
        add(simulator, "n1", "n2", "during");
        add(simulator, "n2", "n3", "from");
        add(simulator, "n1", "n3", "other");
        simulator.runAll();
        assertThat(ran).containsExactly("other");
        simulator.resume(pause);
        simulator.runAll();
        assertThat(ran).containsExactlyInAnyOrder("other", "before", "during", "from");
        assertThatIllegalArgumentException().isThrownBy(() -> simulator.resume(pause));
    }

    @Test
    void shouldForgetWhatIsDropped() {
        Simulator simulator = simulator(1);
        add(simulator, "n1", "n2", "to");
        add(simulator, "n1", "n2", "to, too");
        add(simulator, "n2", "n1", "from");
        add(simulator, "n1", "n3", "other");
        simulator.addAt(5, EventKind.DISK, "n2", "n2", "", () -> ran.add("disk"));
        assertThat(simulator.drop("n2"::equals)).isEqualTo(4);
        simulator.runFor(Duration.ofNanos(10));
        assertThat(ran).containsExactly("other");
        add(simulator, "n1", "n2", "after");
        simulator.runAll();
        assertThat(ran).containsExactly("other", "after");
    }

    @Test
    void shouldGiveEachPurposeASourceOfItsOwn() {
        Simulator one = simulator(7);
        Simulator other = simulator(7);
        RandomGenerator disk = one.random("disk");
        for (int i = 0; i < 10; i++) {
            disk.nextLong();
        }
        assertThat(one.random("network").nextLong())
                .isEqualTo(other.random("network").nextLong())
                .isNotEqualTo(simulator(8).random("network").nextLong());
        assertThat(one.random("disk")).isSameAs(disk);
    }

    @Test
    void shouldNameEventsByKindSourceTargetAndOrdinal() {
        Simulator simulator = simulator(1);
        simulator.record();
        simulator.add(EventKind.FAULT, "test", "n1", "crash", () -> add(simulator, "n1", "n2", "x"));
        simulator.runAll();
        assertThat(simulator.recorded())
                .extracting(SimEvent::name, SimEvent::label, SimEvent::number, SimEvent::cause)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("fault test→n1 #1", "crash", 0L, -1L),
                        org.assertj.core.groups.Tuple.tuple("bytes n1→n2 #1", "", 1L, 0L));
    }

    @Test
    void shouldEndARunThatNeverComesToRest() {
        Simulator simulator = simulator(1).limit(1000);
        forEver(simulator);
        assertThatIllegalStateException()
                .isThrownBy(simulator::runAll)
                .withMessageContaining("the actors must come to rest: events=1000");
    }

    @Test
    void shouldEndARunInWhichTimeStandsStillBeforeOneInWhichItPasses() {
        Simulator simulator = simulator(1);
        forEver(simulator);
        assertThatIllegalStateException()
                .isThrownBy(() -> simulator.runFor(Duration.ofSeconds(1)))
                .withMessageContaining("the actors must come to rest, but time stands still: events=1000000");
    }

    @Test
    void shouldCountTheEventsOfAMomentInOneCall() {
        ProgressWatch watch = new ProgressWatch();
        for (int i = 0; i < 2_000_000; i++) {
            watch.happens(EventKind.TURN);
        }
        watch.checkEvents(1, "run"); // those before were of other calls
        watch.happens(EventKind.TIME);
        watch.checkEvents(2_000_000, "run");
    }

    private void forEver(Simulator simulator) {
        simulator.add(EventKind.NOTE, "a", "a", "", () -> forEver(simulator));
    }

    /** Passes on what it is asked. */
    public static class Clerk extends Actor<Clerk> {
        public Promise<Integer> answer(int number) {
            return Promise.of(number);
        }
    }

    @Test
    void shouldNotCountAsTimeWhatNobodyWaitsForAnyMore() {
        Strategy firstCome = new Strategy.FirstCome(); // time is looked at whenever nothing else is possible
        try (Simulator simulator = Simulator.of(1, firstCome, Realism.FLIGHTS_AND_TIME)) {
            simulator.record();
            Clerk clerk = simulator.system("test").spawn(Clerk.class, Clerk::new);
            simulator.runAll();
            Promise<Integer> answer = clerk.answer(1).timeout(Duration.ofSeconds(1));
            simulator.runAll();
            assertThat(answer.isFulfilled()).isTrue();
            long events = simulator.events();
            long hash = simulator.hash();
            for (int i = 0; i < 2_000; i++) { // more often than time may pass alone
                simulator.step(simulator.nanos() + Duration.ofSeconds(2).toNanos());
            }
            assertThat(simulator.runToRest()).isZero();
            assertThat(simulator.events()).isEqualTo(events);
            assertThat(simulator.hash()).isEqualTo(hash);
            assertThat(simulator.recorded()).noneMatch(event -> event.kind() == EventKind.TIME);
            assertThat(simulator.nanos()).isZero();
        }
    }

    @Test
    void shouldPassOnWhatAnActionThrows() {
        Simulator simulator = simulator(1);
        simulator.add(EventKind.NOTE, "a", "a", "", () -> {
            throw new IllegalStateException("on purpose");
        });
        assertThatIllegalStateException().isThrownBy(simulator::runAll).withMessage("on purpose");
    }

    /** Counts, and passes on. */
    public static class Node extends Actor<Node> {
        private final int[] count;

        Node(int[] count) {
            this.count = count;
        }

        public void hit() {
            count[0]++;
        }

        public void pass(Node other) {
            other.hit();
        }

        public Promise<Integer> count() {
            return Promise.of(count[0]);
        }

        public void end() {
            context().stop();
        }
    }

    @Test
    void shouldLetACrashedSystemVanishWithAllThatIsUnderWay() {
        for (long seed = 0; seed < 20; seed++) {
            int[] hits = {0};
            int[] others = {0};
            try (Simulator simulator = simulator(seed)) {
                Node crashing = simulator.system("n1").spawn(Node.class, () -> new Node(hits));
                Node other = simulator.system("n2").spawn(Node.class, () -> new Node(others));
                crashing.hit();
                crashing.pass(other);
                Promise<Integer> answer = crashing.count();
                other.pass(crashing);
                assertThat(simulator.drop(place -> place.startsWith("troupe://n1/")))
                        .isGreaterThanOrEqualTo(4);
                other.hit();
                crashing.hit();
                simulator.runAll();
                assertThat(hits[0]).isZero();
                assertThat(others[0]).isEqualTo(1);
                assertThat(answer.isSettled()).as("nobody tells").isFalse();
            }
        }
    }

    @Test
    void shouldNeverWakeAnActorThatWasIdleWhenItsSystemCrashed() {
        int[] hits = {0};
        try (Simulator simulator = simulator(1)) {
            Node node = simulator.system("n1").spawn(Node.class, () -> new Node(hits));
            node.hit();
            simulator.runAll();
            simulator.drop(place -> place.startsWith("troupe://n1/"));
            node.hit();
            simulator.runAll();
            assertThat(hits[0]).isEqualTo(1);
        }
    }

    @Test
    void shouldLetTheActorsOfAPausedSystemStandStill() {
        int[] hits = {0};
        try (Simulator simulator = simulator(3)) {
            Node paused = simulator.system("n1").spawn(Node.class, () -> new Node(hits));
            paused.hit();
            Object pause = simulator.pause(place -> place.startsWith("troupe://n1/"));
            paused.hit();
            assertThat(simulator.runAll()).isZero();
            simulator.resume(pause);
            simulator.runAll();
            assertThat(hits[0]).isEqualTo(2);
        }
    }

    @Test
    void shouldLetGoOfSendersThatHaveEnded() {
        int[] hits = {0};
        try (Simulator simulator = simulator(3)) {
            ActorSystem system = simulator.system("n1");
            Node hub = system.spawn(Node.class, () -> new Node(hits));
            for (int i = 0; i < 1000; i++) {
                Node sender = system.spawn(Node.class, () -> new Node(new int[1]));
                sender.pass(hub);
                simulator.runAll();
                sender.end();
                simulator.runAll();
            }
            assertThat(hits[0]).isEqualTo(1000);
            assertThat(simulator.lanes()).isLessThan(50);
        }
    }

    @Test
    void shouldRunSeveralSystemsInOneOrderAndCloseEachAlone() {
        int[] hits = {0};
        try (Simulator simulator = simulator(3)) {
            ActorSystem one = simulator.system("n1");
            ActorSystem other = simulator.system("n2");
            Node node = other.spawn(Node.class, () -> new Node(hits));
            one.spawn(Node.class, () -> new Node(new int[1])).pass(node);
            simulator.runAll();
            one.close();
            node.hit();
            simulator.runAll();
            assertThat(hits[0]).isEqualTo(2);
        }
    }

    // ---- turns that take time ------------------------------------------------------------------------------------

    /** Counts what it has done. */
    public static class Worker extends Actor<Worker> {
        private int done;

        public void work() {
            done++;
        }

        public Promise<Integer> done() {
            return Promise.of(done);
        }
    }

    private static ActorSystem slow(Simulator simulator, Duration turn) {
        return ActorSystem.builder()
                .name("slow")
                .dispatcher(simulator.dispatcher("slow", turn::toNanos))
                .clock(simulator.clock())
                .helpers(simulator.executor("helpers"))
                .start();
    }

    @Test
    void shouldLetDeadlinesPassWhileTurnsAreAtWork() {
        for (long seed = 0; seed < 20; seed++) {
            Simulator simulator = Simulator.of(seed);
            ActorSystem system = slow(simulator, Duration.ofMillis(10));
            Worker worker = system.spawn(Worker.class, Worker::new);
            simulator.runFor(Duration.ofSeconds(1));
            for (int i = 0; i < 5; i++) {
                worker.work();
            }
            Promise<Integer> late = worker.done().timeout(Duration.ofMillis(35));
            Promise<Integer> patient = worker.done();
            simulator.runFor(Duration.ofMillis(30));
            assertThat(patient.isSettled()).as("five turns take 50 ms").isFalse();
            simulator.runFor(Duration.ofSeconds(1));

            assertThat(late.result().orElseThrow().failure()).isInstanceOf(CallTimeoutException.class);
            assertThat(patient.await(Duration.ofSeconds(1))).isEqualTo(5);
            system.close();
        }
    }

    @Test
    void shouldRunTheTurnsOfOneWorkerOneAfterTheOther() {
        Simulator simulator = Simulator.of(1);
        ActorSystem system = slow(simulator, Duration.ofMillis(10));
        List<Worker> workers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            workers.add(system.spawn(Worker.class, Worker::new));
        }
        simulator.runFor(Duration.ofSeconds(1));
        List<Promise<Integer>> answers = workers.stream().map(Worker::done).toList();
        simulator.until(() -> answers.stream().allMatch(Promise::isSettled), Duration.ofSeconds(1));

        assertThat(simulator.nanos())
                .isGreaterThanOrEqualTo(Duration.ofMillis(1_040).toNanos());
        system.close();
    }
}
