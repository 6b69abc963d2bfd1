// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.harness.Batch;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.typed.ActorRef;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.actor.typed.Props;
import org.apache.pekko.actor.typed.SpawnProtocol;
import org.apache.pekko.actor.typed.javadsl.AskPattern;
import org.apache.pekko.actor.typed.javadsl.Behaviors;
import org.slf4j.LoggerFactory;
import scala.concurrent.Await;

/**
 * Pekko typed, tuned for throughput unless its default is wanted: 1024 messages per turn instead of 5. It has as many threads as
 * everybody has instead of at least 8. The settings and their defaults are documented in the reference.conf of pekko-actor; the
 * mailbox is the default in the one of pekko-actor-typed, the single-consumer unbounded one. What is effective is checked at
 * the start.
 */
public final class PekkoPeer implements Peer {
    /**
     * Option for virtual machines in which Pekko asks: on two processors the common pool has one thread, with which asynchronous
     * futures of Java before 25 start a thread per task instead, a hundred times the cost of an ask.
     */
    public static final String JVM_OPTION = "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int THROUGHPUT = 1024;
    private static final int DEFAULT_THROUGHPUT = 5;

    private final ActorSystem<SpawnProtocol.Command> system;

    /** Starts an actor system that is tuned for throughput. */
    public PekkoPeer() {
        this(THROUGHPUT);
    }

    private PekkoPeer(int wanted) {
        // Its threads would else all begin logging at once, and SLF4J would say so.
        LoggerFactory.getILoggerFactory();
        system = ActorSystem.create(SpawnProtocol.create(), "peer", config(wanted));
        Config effective = system.settings().config();
        int throughput = effective.getInt("pekko.actor.default-dispatcher.throughput");
        String mailbox = effective.getString("pekko.actor.typed.default-mailbox.mailbox-type");
        if (throughput != wanted || !mailbox.endsWith(".SingleConsumerOnlyUnboundedMailbox")) {
            throw new IllegalStateException("pekko must be tuned: throughput=" + throughput + ", mailbox=" + mailbox);
        }
    }

    /** With the throughput that Pekko has by default, for programs about latency. */
    public static PekkoPeer withDefaultThroughput() {
        return new PekkoPeer(DEFAULT_THROUGHPUT);
    }

    /** The settings all Pekko benchmarks share. */
    public static Config config() {
        return config(THROUGHPUT);
    }

    private static Config config(int throughput) {
        return ConfigFactory.parseString(String.join(
                        "\n",
                        "pekko.loglevel = WARNING",
                        "pekko.stdout-loglevel = OFF",
                        "pekko.log-dead-letters = off",
                        "pekko.daemonic = on",
                        "pekko.actor.default-dispatcher {",
                        "  type = Dispatcher",
                        "  executor = fork-join-executor",
                        "  throughput = " + throughput,
                        "  fork-join-executor {",
                        "    parallelism-min = " + Batch.WORKERS,
                        "    parallelism-max = " + Batch.WORKERS,
                        "  }",
                        "}"))
                .withFallback(ConfigFactory.load());
    }

    /** The running system. */
    public ActorSystem<SpawnProtocol.Command> system() {
        return system;
    }

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        return spawnRef(behavior)::tell;
    }

    private <M> ActorRef<M> spawnRef(Behavior<M> behavior) {
        return spawnTyped(Behaviors.setup(context -> {
            Recipient<M> self = context.getSelf()::tell;
            return Behaviors.receiveMessage(message -> {
                behavior.onMessage(message, self);
                return Behaviors.same();
            });
        }));
    }

    /** An actor with a behavior of Pekko's own kind. */
    public <M> ActorRef<M> spawnTyped(org.apache.pekko.actor.typed.Behavior<M> behavior) {
        return AskPattern.<SpawnProtocol.Command, ActorRef<M>>ask(
                        system,
                        replyTo -> new SpawnProtocol.Spawn<>(behavior, "", Props.empty(), replyTo),
                        LIMIT,
                        system.scheduler())
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        system.terminate();
        try {
            Await.result(
                    system.whenTerminated(),
                    scala.concurrent.duration.Duration.create(LIMIT.toSeconds(), TimeUnit.SECONDS));
        } catch (TimeoutException | InterruptedException e) {
            throw new IllegalStateException("pekko must terminate in time: limit=" + LIMIT, e);
        }
    }
}
