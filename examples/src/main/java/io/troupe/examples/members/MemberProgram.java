// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.members;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.core.ActorSystem;
import io.troupe.examples.cli.Interrupt;
import io.troupe.examples.cluster.Database;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The process that has durable actors, or as a member some of them, and that may be killed at any time. It gets lines and
 * answers with lines, until its input ends. A member that is told to end ({@code SIGTERM}) leaves in order first, as if it were
 * drained.
 *
 * <pre>
 *   the database, and a name or nothing     ready, leaving, ended REASON
 *   what its {@link Work} understands       what that answers
 * </pre>
 */
public final class MemberProgram {
    /** Said when its actors are hosted. */
    static final String READY = "ready";

    /** Said when it gives its actors to others: from then on it should get no new work. */
    static final String LEAVING = "leaving";

    /** Said when it is no member any more. */
    static final String ENDED = "ended";

    /** Said when an order could not be carried out: it may be given again. */
    public static final String AGAIN = "again";

    /** Members that are killed are found at once; those of a busy machine must not be taken for dead. */
    private static final Duration LEASE = Duration.ofSeconds(20);

    private static final Duration JOIN_DELAY = Duration.ofSeconds(1);

    /** At the end of a run nobody is there to give actors to: all leave at once. */
    private static final Duration DRAIN = Duration.ofSeconds(1);

    /** For one that leaves while others go on. */
    private static final Duration LEAVE_LIMIT = Duration.ofSeconds(60);

    private static final Duration END_LIMIT = Duration.ofSeconds(15);
    private static final long LOOK_EVERY_MILLIS = 50;

    /** Its own stream: when nobody reads it any more, there is nobody to be told. */
    private final PrintStream out =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);

    private final Work work;

    private MemberProgram(Work work) {
        this.work = work;
    }

    /** What such a process is for. */
    public interface Work {
        /** Hosts its actors. */
        void host(Cluster cluster);

        /**
         * Does what a line says.
         *
         * @param words of the line
         * @param cluster with the actors
         * @param answer takes lines, now or later; any thread
         */
        void take(String[] words, Cluster cluster, Answer answer);
    }

    /** Says lines to the parent. */
    @FunctionalInterface
    public interface Answer {
        /** Says one. Any thread. */
        void say(String line);
    }

    /**
     * Does work until the standard input ends.
     *
     * @param work what lines are for
     * @throws IOException if the input cannot be read
     */
    public static void run(Work work) throws IOException, InterruptedException {
        new MemberProgram(work).run();
    }

    private void run() throws IOException, InterruptedException {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String database = lines.readLine();
        String name = lines.readLine();
        if (database == null || name == null) {
            return;
        }
        ClusterConfig config = new Database(database).config();
        Interrupt interrupt = null;
        try (ActorSystem system = ActorSystem.start("member")) {
            Cluster cluster = Cluster.join(system, name.isEmpty() ? config : member(config, name));
            if (!name.isEmpty()) {
                interrupt = Interrupt.on(() -> cluster.leave(LEAVE_LIMIT));
            }
            work.host(cluster);
            cluster.ended().onComplete((reason, failure) -> say(ENDED + " " + reason));
            inBackground("member-status", () -> watch(cluster));
            say(READY);
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                work.take(line.split(" ", -1), cluster, this::say);
            }
            inBackground("member-end", MemberProgram::halt);
        }
        if (interrupt != null) {
            interrupt.done();
        }
    }

    private static ClusterConfig member(ClusterConfig config, String name) {
        return config.listen("tcp://127.0.0.1:0")
                .name(name)
                .lease(LEASE)
                .joinDelay(JOIN_DELAY)
                .drain(DRAIN);
    }

    /** As the readiness of a service is asked for: who leaves is told to leave by an operator, or by a signal. */
    private void watch(Cluster cluster) throws InterruptedException {
        while (!cluster.self().status().equals("LEAVING")) {
            Thread.sleep(LOOK_EVERY_MILLIS);
        }
        say(LEAVING);
    }

    /** Nobody waits for this process any more: it must not stay because its database does not answer. */
    private static void halt() throws InterruptedException {
        Thread.sleep(END_LIMIT.toMillis());
        Runtime.getRuntime().halt(1);
    }

    private static void inBackground(String name, Interrupt.Action action) {
        Thread thread = new Thread(
                () -> {
                    try {
                        action.run();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
    }

    private void say(String line) {
        synchronized (out) {
            out.println(line);
            out.flush();
        }
    }
}
