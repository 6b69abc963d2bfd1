// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members in processes of their own on one file, of which one is killed, one stopped, one joins and one leaves. */
@Tag("process")
class MembersProcessTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int KEYS = 60;

    @TempDir
    Path folder;

    private final List<Child> children = new ArrayList<>();

    @AfterEach
    void close() {
        children.forEach(child -> child.process.destroyForcibly());
    }

    @Test
    void shouldKeepWhatWasAcknowledgedWhateverHappensToMembers() throws Exception {
        Path file = folder.resolve("state.db");
        Child one = child(file, "one");
        child(file, "two");
        Child three = child(file, "three");
        ActorSystem system = ActorSystem.start("caller");
        Cluster caller = Cluster.join(system, MemberProgram.config(file, "caller"));
        awaitShared(caller, "one", "three", "two");
        assertThatThrownBy(() -> Cluster.join(system, ClusterConfig.file(file)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("must not be opened alone");

        Writers writers = new Writers(caller);
        writers.awaitMore();
        one.process.destroyForcibly().waitFor();
        writers.awaitAllAnswered();
        awaitShared(caller, "two", "three");

        int before = writers.failures.size();
        Child four = child(file, "four");
        awaitShared(caller, "four", "three", "two");
        three.process.getOutputStream().close();
        assertThat(three.process.waitFor()).isZero();
        awaitShared(caller, "four", "two");
        writers.awaitMore();
        assertThat(writers.failures.stream().skip(before)).isEmpty();

        writers.end();
        stopBetweenCommits(four, file);
        awaitShared(caller, "two");
        writers.awaitAllAnswered();
        four.signal("CONT");
        Await.until("it knows that it is dead", LIMIT, () -> four.said("ENDED it is dead"));
        writers.checkSums();
        system.close();
    }

    @Test
    void shouldRunASingletonElsewhereWhenItsProcessIsKilled() throws Exception {
        Path file = folder.resolve("state.db");
        Child one = child(file, "one");
        Child two = child(file, "two");
        ActorSystem system = ActorSystem.start("caller");
        Cluster caller = Cluster.join(system, MemberProgram.config(file, "caller"));
        awaitShared(caller, "one", "two");
        Lamp lamp = caller.singleton(Lamp.class);
        long burntAtOne = one.count("BURNS");
        long burntAtTwo = two.count("BURNS");
        String place = placeOf(lamp); // it may have moved just now
        Child killed = place.equals("one") ? one : two;
        Child left = killed == one ? two : one;
        Await.until("it has said so", LIMIT, () -> killed.said("BURNS"));
        long before = left == one ? burntAtOne : burntAtTwo;
        killed.process.destroyForcibly().waitFor();
        Await.until("it burns elsewhere", LIMIT, () -> left.count("BURNS") > before);
        assertThat(placeOf(lamp)).isEqualTo(killed == one ? "two" : "one");
        system.close();
    }

    private static String placeOf(Lamp lamp) {
        while (true) {
            try {
                return lamp.where().await(LIMIT);
            } catch (LinkLostException | ActorStoppedException e) {
                assertThat(e).isNotNull(); // it has just moved, or its link is not known to be lost
            }
        }
    }

    /** A process that stands still in a commit to a file has the lock of the file, and all wait for it. */
    private static void stopBetweenCommits(Child child, Path file) throws Exception {
        for (boolean free = false; !free; ) {
            child.signal("STOP");
            try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                    Statement statement = connection.createStatement()) {
                statement.execute("pragma busy_timeout = 500");
                statement.execute("begin immediate");
                statement.execute("rollback");
                free = true;
            } catch (SQLException e) {
                child.signal("CONT");
            }
        }
    }

    private static void awaitShared(Cluster caller, String... names) {
        Await.until("all keys are owned by " + List.of(names), LIMIT, () -> {
            List<ClusterMember> owners =
                    caller.members().stream().filter(each -> each.shards() > 0).toList();
            return owners.stream()
                            .map(ClusterMember::name)
                            .collect(Collectors.toSet())
                            .equals(Set.of(names))
                    && owners.stream().mapToInt(ClusterMember::shards).sum() == 4096;
        });
    }

    private Child child(Path file, String name) throws IOException {
        Child made = new Child(new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dorg.slf4j.simpleLogger.showDateTime=true",
                        "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemberProgram.class.getName(),
                        file.toString(),
                        name)
                .redirectError(folder.resolve(name + ".log").toFile())
                .start());
        children.add(made);
        Await.until(name + " has started", LIMIT, () -> made.said("STARTED"));
        return made;
    }

    private static final class Child {
        private final Process process;
        private final Queue<String> lines = new ConcurrentLinkedQueue<>();

        Child(Process process) {
            this.process = process;
            Thread reader = new Thread(() -> {
                try (BufferedReader in =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                    in.lines().forEach(lines::add);
                } catch (IOException e) {
                    lines.add(e.toString());
                }
            });
            reader.setDaemon(true);
            reader.start();
        }

        boolean said(String text) {
            return count(text) > 0;
        }

        long count(String text) {
            return lines.stream().filter(line -> line.contains(text)).count();
        }

        void signal(String name) throws Exception {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        }
    }

    /** Each writes to all keys, one call after the other for each key. */
    private static final class Writers {
        private final Cluster caller;
        private final AtomicBoolean going = new AtomicBoolean(true);
        private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
        private final long[] acknowledged = new long[KEYS];
        private final long[] unknown = new long[KEYS];
        private final Thread thread;
        private final AtomicLong rounds = new AtomicLong();

        Writers(Cluster caller) {
            this.caller = caller;
            this.thread = new Thread(this::write);
            thread.start();
        }

        private void write() {
            while (going.get()) {
                List<Promise<Long>> calls = new ArrayList<>();
                for (int i = 0; i < KEYS; i++) {
                    calls.add(caller.actor(Purse.class, "k" + i).receive(1));
                }
                for (int i = 0; i < KEYS; i++) {
                    try {
                        calls.get(i).await(LIMIT);
                        acknowledged[i]++;
                    } catch (RuntimeException e) {
                        failures.add(e);
                        unknown[i]++;
                    }
                }
                rounds.incrementAndGet();
            }
        }

        void awaitMore() {
            long before = rounds.get();
            Await.until("calls are answered", LIMIT, () -> rounds.get() > before + 2);
        }

        void awaitAllAnswered() {
            for (int i = 0; i < KEYS; i++) {
                Purse purse = caller.actor(Purse.class, "k" + i);
                Await.until("a key is answered", LIMIT, () -> isAnswered(purse));
            }
        }

        /** A call that is under way when its link ends fails. */
        private static boolean isAnswered(Purse purse) {
            try {
                purse.cents().await(LIMIT);
                return true;
            } catch (LinkLostException e) {
                return false;
            }
        }

        void end() throws InterruptedException {
            going.set(false);
            thread.join();
            checkSums();
        }

        void checkSums() {
            for (int i = 0; i < KEYS; i++) {
                long came = caller.actor(Purse.class, "k" + i).cents().await(LIMIT) - 1_000;
                assertThat(came).isBetween(acknowledged[i], acknowledged[i] + unknown[i]);
            }
        }
    }
}
