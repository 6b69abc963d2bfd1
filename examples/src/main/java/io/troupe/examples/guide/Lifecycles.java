// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.ShutdownPhase;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.promise.Promise;
import io.troupe.examples.guide.FirstActor.Show;
import java.time.Duration;
import java.util.List;

/** Starting, failing, watching and ending: actors, their children, and the system. */
public final class Lifecycles {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Lifecycles() {}

    /** Keeps the plays. */
    public static class Archive extends Actor<Archive> {
        public Promise<List<String>> plays() {
            return Promise.of(List.of("Hamlet", "Faust"));
        }
    }

    // tag::programme[]
    /** Knows what is played. Loads it before the first message. */
    public static class Programme extends Actor<Programme> {
        private final Archive archive;
        private List<String> plays = List.of();

        public Programme(Archive archive) {
            this.archive = archive;
        }

        @Override
        protected Promise<?> onStart() { // messages wait until this promise has settled
            return archive.plays().then(loaded -> plays = loaded);
        }

        @Override
        protected void onStop() { // the last turn, after the children have ended
            System.out.println("stops");
        }

        public Promise<String> play(int day) {
            return Promise.of(plays.get(day)); // an exception here fails that call only
        }

        public void drop(String play) { // an exception here is a failure of the actor
            throw new UnsupportedOperationException("plays must stay: play=" + play);
        }
    }
    // end::programme[]

    /** Lights lamps. */
    public static class Stage extends Actor<Stage> {
        private int lamps;

        // tag::light[]
        public Promise<Lamp> light() {
            Lamp lamp = context().spawn(Lamp.class, Lamp::new, "lamp-" + lamps++);
            context().watch(lamp).then(end -> light()); // another one when this one ends
            return Promise.of(lamp);
        }
        // end::light[]

        public Promise<Integer> lamps() {
            return Promise.of(lamps);
        }
    }

    /** Burns until it is stopped. */
    public static class Lamp extends Actor<Lamp> {
        public void burn() {}
    }

    /** Runs the example. */
    public static void main(String[] args) {
        try (ActorSystem system = ActorSystem.start("theatre")) {
            Archive archive = system.spawn(Archive.class, Archive::new, "archive");
            failing(system, archive);
            watching(system);
            ending(system, archive);
        }
        closing();
    }

    private static void failing(ActorSystem system, Archive archive) {
        // tag::supervision[]
        Supervision policy = Supervision.restart(3, Duration.ofMinutes(1))
                .decide(failure -> failure instanceof IllegalStateException ? Decision.STOP : Decision.RESTART);
        ActorOptions options = ActorOptions.named("programme").supervision(policy);
        Programme programme = system.spawn(Programme.class, () -> new Programme(archive), options);
        System.out.println(programme.play(9).recover(failure -> "no such day").await(LIMIT));
        programme.drop("Faust"); // a new object takes the place of the failed one
        System.out.println(programme.play(0).await(LIMIT)); // waited meanwhile
        system.stop(programme).await(LIMIT);
        // end::supervision[]
    }

    private static void watching(ActorSystem system) {
        Stage stage = system.spawn(Stage.class, Stage::new, "stage");
        Lamp lamp = stage.light().await(LIMIT);
        Terminated end = system.stop(lamp).await(LIMIT);
        System.out.println(end.address() + " " + end.reason());
        while (stage.lamps().await(LIMIT) < 2) {
            Thread.onSpinWait();
        }
        System.out.println("another lamp burns");
    }

    private static void ending(ActorSystem system, Archive archive) {
        // tag::stop[]
        Programme old = system.spawn(Programme.class, () -> new Programme(archive));
        Promise<String> first = old.play(0);
        Promise<Terminated> end = system.stopWhenIdle(old); // answers queued calls, refuses later ones
        Promise<String> second = old.play(1);
        System.out.println(first.await(LIMIT) + ", " + end.await(LIMIT).reason());
        try {
            second.await(LIMIT);
        } catch (ActorStoppedException e) {
            System.out.println("executed: " + e.maybeExecuted());
        }
        // end::stop[]
    }

    private static void closing() {
        // tag::close[]
        ActorSystem system = ActorSystem.builder()
                .name("theatre")
                .drainTimeout(Duration.ofSeconds(5)) // actors finish queued calls and owed answers
                .closeTimeout(Duration.ofSeconds(10)) // then they are stopped
                .start();
        system.onClose(ShutdownPhase.BEFORE_ACTORS, "doors", () -> {
            System.out.println("doors closed");
            return Promise.done();
        });
        Show show = system.spawn(Show.class, () -> new Show(200));
        Promise<Boolean> last = show.reserve(1, "Ann");
        system.close();
        System.out.println("reserved: " + last.await(LIMIT));
        // end::close[]
    }
}
