// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide.durable;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.ClusterHealth;
import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** Two members on one file, for once in one process: the quotes of chapter 17. */
public final class Members {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private Members() {}

    /** Counts. */
    @TypeName("page")
    public static class Page extends DurableActor<Page, Page.State> {
        /** What is kept. */
        public record State(long visits) {}

        @Override
        protected State initial() {
            return new State(0);
        }

        public Promise<Long> visit() {
            return update(s -> new State(s.visits() + 1)).map(State::visits);
        }
    }

    // tag::join[]
    static Cluster member(ActorSystem system, String name, Path file) {
        Cluster cluster = Cluster.join(
                system,
                ClusterConfig.file(file)
                        .listen("tcp://127.0.0.1:0") // between machines: a database, and tls://
                        .name(name)
                        .joinDelay(Duration.ZERO)); // to be quick; in production others may be joining
        cluster.host(Page.class, Page::new); // all classes, right away
        return cluster;
    }
    // end::join[]

    /** Runs the parts. */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createTempDirectory("troupe-members");
        try {
            run(folder.resolve("state.db"));
        } finally {
            for (String ending : new String[] {"", "-wal", "-shm"}) {
                Files.deleteIfExists(folder.resolve("state.db" + ending));
            }
            Files.delete(folder);
        }
    }

    private static void run(Path file) {
        try (ActorSystem first = ActorSystem.start("first");
                ActorSystem second = ActorSystem.start("second")) {
            Cluster red = member(first, "red", file);
            Cluster blue = member(second, "blue", file);
            // tag::call[]
            System.out.println(red.actor(Page.class, "home").visit().await(LIMIT));
            System.out.println(blue.actor(Page.class, "home").visit().await(LIMIT));
            // end::call[]
            // tag::alone[]
            try (ActorSystem third = ActorSystem.start("third")) {
                Cluster.join(third, ClusterConfig.file(file));
            } catch (IllegalStateException e) {
                System.out.println(String.valueOf(e.getMessage()).replaceAll(":.*", ""));
            }
            // end::alone[]
            // tag::leave[]
            red.close(); // its keys go to blue, one part after the other
            System.out.println("red is " + red.self().status());
            System.out.println(blue.actor(Page.class, "home").visit().await(LIMIT));
            // end::leave[]
            // tag::health[]
            ClusterHealth health = blue.health(); // asks nobody, so a probe may call it
            System.out.println("live " + health.live() + ", ready " + health.isReady());
            // end::health[]
        }
    }
}
