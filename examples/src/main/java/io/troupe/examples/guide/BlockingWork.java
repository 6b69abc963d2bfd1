// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.error.WaitRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatcher;
import io.troupe.dispatch.Dispatchers;
import io.troupe.examples.guide.FirstActor.Show;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** Work that blocks, threads of others, timers, and the dispatchers that run actors. */
public final class BlockingWork {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private BlockingWork() {}

    // tag::archive[]
    /** Keeps reviews in files. */
    public static class Archive extends Actor<Archive> {
        private final Path folder;
        private int kept;

        public Archive(Path folder) {
            this.folder = folder;
        }

        public Promise<Integer> keep(String play, String review) {
            return context()
                    .blocking("files", () -> Files.writeString(folder.resolve(play), review)) // on a helper thread
                    .map(file -> ++kept); // in a turn of the archive
        }
    }
    // end::archive[]

    // tag::critic[]
    /** Uses a library that answers with futures and runs callbacks on threads of its own. */
    public static class Critic extends Actor<Critic> {
        private int reviews;

        public Promise<String> review(String play) {
            return Promise.from(ask(play)).map(text -> ++reviews + ": " + text);
        }

        public Promise<Integer> count(CompletableFuture<String> review) {
            return Promise.from(
                    review.thenApplyAsync(text -> ++reviews, context().executor()));
        }
    }
    // end::critic[]

    // tag::clock[]
    /** Rings until it is told to be quiet. */
    public static class Bell extends Actor<Bell> {
        private int rings;

        @Override
        protected Promise<?> onStart() {
            context().every("ring", Duration.ofMillis(5), () -> rings++);
            return Promise.done();
        }

        public Promise<Boolean> quiet() {
            return Promise.of(context().cancelTimer("ring"));
        }
    }
    // end::clock[]

    // tag::waiter[]
    /** Waits for an answer in the middle of a method. */
    public static class Waiter extends Actor<Waiter> {
        public Promise<String> order(Show show) {
            int free = show.free().await(LIMIT);
            return Promise.of("free: " + free);
        }
    }
    // end::waiter[]

    private static CompletableFuture<String> ask(String play) {
        return CompletableFuture.supplyAsync(() -> play + " is good");
    }

    /** Runs the example. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("archive");
        // tag::pools[]
        ActorSystem system = ActorSystem.builder()
                .name("theatre")
                .dispatcher(Dispatchers.workStealing(2))
                .blocking("files", 4, 1_000) // 4 pieces of work at a time, 1,000 may wait
                .start();
        // end::pools[]
        try (system) {
            Archive archive = system.spawn(Archive.class, () -> new Archive(folder));
            System.out.println("kept: " + archive.keep("Hamlet", "long").await(LIMIT));
            Critic critic = system.spawn(Critic.class, Critic::new);
            System.out.println(critic.review("Faust").await(LIMIT));
            System.out.println("counted: " + critic.count(ask("Hamlet")).await(LIMIT));
            Bell bell = system.spawn(Bell.class, Bell::new);
            System.out.println("was ringing: " + bell.quiet().await(LIMIT));
            dispatchers(system);
        }
        Files.delete(folder.resolve("Hamlet"));
        Files.delete(folder);
    }

    private static void dispatchers(ActorSystem system) {
        Show show = system.spawn(Show.class, () -> new Show(200));
        Waiter waiter = system.spawn(Waiter.class, Waiter::new);
        try {
            System.out.println(waiter.order(show).await(LIMIT));
        } catch (WaitRefusedException e) {
            System.out.println(e.getMessage());
        }
        // tag::own[]
        try (Dispatcher ownThread = Dispatchers.dedicated(1)) {
            Bell bell = system.spawn(
                    Bell.class, Bell::new, ActorOptions.named("bell").dispatcher(ownThread));
            bell.quiet().await(LIMIT);
            system.stop(bell).await(LIMIT);
        }
        // end::own[]
        if (Runtime.version().feature() >= 21) {
            blockingActor(system, show);
        }
    }

    private static void blockingActor(ActorSystem system, Show show) {
        // tag::virtual[]
        try (Dispatcher virtual = Dispatchers.virtualThreads()) { // Java 21 or later
            Waiter waiter = system.spawn(
                    Waiter.class, Waiter::new, ActorOptions.defaults().dispatcher(virtual));
            System.out.println(waiter.order(show).await(LIMIT));
            system.stop(waiter).await(LIMIT);
        }
        // end::virtual[]
    }
}
