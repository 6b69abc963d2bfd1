// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.MdcCarrier;
import io.troupe.core.actor.Supervision.Decision;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.promise.Promise;
import io.troupe.core.stats.SystemStats;
import io.troupe.core.stats.TypeStats;
import io.troupe.examples.guide.FirstActor.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;

/** Views of a running system: listeners, snapshots, flight recordings. */
public final class Observability {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private Observability() {}

    // tag::meters[]
    /** Counts for a metrics library. Runs where things happen, so it is quick and does not throw. */
    static final class Meters implements SystemListener {
        private final AtomicLong deadLetters = new AtomicLong();
        private final AtomicLong failures = new AtomicLong();

        @Override
        public void onDeadLetter(DeadLetter letter) {
            deadLetters.incrementAndGet();
        }

        @Override
        public void onFailure(String address, Throwable cause, Decision decision) {
            failures.incrementAndGet();
        }
    }
    // end::meters[]

    /** Fails when it is pulled. */
    public static class Curtain extends Actor<Curtain> {
        public void pull() {
            throw new IllegalStateException("the curtain must not be stuck");
        }

        public Promise<Boolean> isWhole() {
            return Promise.of(true);
        }
    }

    /** Runs the example. */
    public static void main(String[] args) throws IOException {
        Meters meters = new Meters();
        // tag::start[]
        ActorSystem system = ActorSystem.builder()
                .name("theatre")
                .listener(meters)
                .carrier(new MdcCarrier()) // log lines of all actors of a request show its keys
                .start();
        // end::start[]
        Path file = Files.createTempFile("theatre", ".jfr");
        // tag::record[]
        try (Recording recording = new Recording()) {
            recording.enable("io.troupe.Failure");
            recording.enable("io.troupe.DeadLetter");
            recording.enable("io.troupe.Turn").withThreshold(Duration.ofSeconds(1)); // turns that take longer
            recording.start();
            evening(system);
            recording.stop();
            recording.dump(file);
        }
        RecordingFile.readAllEvents(file).stream()
                .map(event -> event.getEventType().getName())
                .sorted()
                .forEach(System.out::println);
        // end::record[]
        Files.delete(file);
        stats(system);
        system.close();
        System.out.println("failures " + meters.failures + ", dead letters " + meters.deadLetters);
    }

    private static void evening(ActorSystem system) {
        Curtain curtain = system.spawn(Curtain.class, Curtain::new, ActorOptions.named("curtain"));
        curtain.pull();
        curtain.isWhole().await(LIMIT);
        system.stop(curtain).await(LIMIT);
        curtain.pull();
    }

    private static void stats(ActorSystem system) {
        Show show = system.spawn(Show.class, () -> new Show(200), "tonight");
        show.reserve(7, "Ann").await(LIMIT);
        // tag::stats[]
        SystemStats stats = system.stats();
        for (TypeStats type : stats.types()) {
            System.out.println(type.type() + ": actors " + type.actors() + ", restarts " + type.restarts());
        }
        System.out.println("dead letters " + stats.deadLetters() + ", bytes that wait "
                + system.memory().used());
        // end::stats[]
    }
}
