// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.peer;

import akka.actor.typed.ActorRef;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.actor.typed.SpawnProtocol;
import akka.actor.typed.javadsl.AskPattern;
import akka.actor.typed.javadsl.Behaviors;
import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import io.troupe.bench.harness.Batch;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.LoggerFactory;
import scala.concurrent.Await;

/**
 * Akka typed 2.6.21, the last release under the Apache licence, with the settings of {@link PekkoPeer}, which is its
 * descendant: 1024 messages per turn instead of 5, as many threads as everybody has, the default mailbox of
 * akka-actor-typed. What is effective is checked at the start.
 */
public final class AkkaPeer implements Peer {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int THROUGHPUT = 1024;
    private static final String DISPATCHER = "akka.actor.default-dispatcher.";

    private final ActorSystem<SpawnProtocol.Command> system;

    /** Starts an actor system. */
    public AkkaPeer() {
        // Its threads would else all begin logging at once, and SLF4J would say so.
        LoggerFactory.getILoggerFactory();
        system = ActorSystem.create(SpawnProtocol.create(), "peer", config());
        Config effective = system.settings().config();
        int throughput = effective.getInt(DISPATCHER + "throughput");
        String mailbox = effective.getString("akka.actor.typed.default-mailbox.mailbox-type");
        if (throughput != THROUGHPUT || !mailbox.endsWith(".SingleConsumerOnlyUnboundedMailbox")) {
            throw new IllegalStateException("akka must be tuned: throughput=" + throughput + ", mailbox=" + mailbox);
        }
    }

    private static Config config() {
        List<String> settings = List.of(
                "akka.loglevel = WARNING",
                "akka.stdout-loglevel = OFF",
                "akka.log-dead-letters = off",
                "akka.daemonic = on",
                DISPATCHER + "type = Dispatcher",
                DISPATCHER + "executor = fork-join-executor",
                DISPATCHER + "throughput = " + THROUGHPUT,
                DISPATCHER + "fork-join-executor.parallelism-min = " + Batch.WORKERS,
                DISPATCHER + "fork-join-executor.parallelism-max = " + Batch.WORKERS);
        return ConfigFactory.parseString(String.join("\n", settings)).withFallback(ConfigFactory.load());
    }

    @Override
    public <M> Recipient<M> spawn(Behavior<M> behavior) {
        akka.actor.typed.Behavior<M> typed = Behaviors.setup(context -> {
            Recipient<M> self = context.getSelf()::tell;
            return Behaviors.receiveMessage(message -> {
                behavior.onMessage(message, self);
                return Behaviors.same();
            });
        });
        ActorRef<M> actor = AskPattern.<SpawnProtocol.Command, ActorRef<M>>ask(
                        system,
                        replyTo -> new SpawnProtocol.Spawn<>(typed, "", Props.empty(), replyTo),
                        LIMIT,
                        system.scheduler())
                .toCompletableFuture()
                .join();
        return actor::tell;
    }

    @Override
    public void close() {
        system.terminate();
        try {
            Await.result(
                    system.whenTerminated(),
                    scala.concurrent.duration.Duration.create(LIMIT.toSeconds(), TimeUnit.SECONDS));
        } catch (TimeoutException | InterruptedException e) {
            throw new IllegalStateException("akka must terminate in time: limit=" + LIMIT, e);
        }
    }
}
