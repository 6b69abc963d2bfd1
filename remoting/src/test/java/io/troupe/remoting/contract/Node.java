// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.core.ActorSystem;
import io.troupe.core.SystemBuilder;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.SystemListener;
import io.troupe.net.support.TestCertificates;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.TlsFiles;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/** One "process" of a test: a system that takes part in remoting, and what its listener was told. */
final class Node implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** One attempt. On a busy machine a greeting may take longer than usual, which is no matter of the contracts. */
    static final DialConfig DIAL = DialConfig.defaults().once().greetingWithin(LIMIT);

    static final TlsFiles CERTIFICATES = certificates();

    final ActorSystem system;
    final Remoting remoting;
    /** Of tens of thousands, in some tests. */
    final Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();

    final List<Throwable> failures = new CopyOnWriteArrayList<>();
    final List<Link> accepted = new CopyOnWriteArrayList<>();
    private Listener listener;

    private Node(SystemBuilder builder, RemotingConfig config) {
        this.system = builder.listener(new Recorder()).start();
        this.remoting = Remoting.on(system, config);
        remoting.onLink(accepted::add);
    }

    private final class Recorder implements SystemListener {
        @Override
        public void onDeadLetter(DeadLetter letter) {
            letters.add(letter);
        }

        @Override
        public void onFailure(String address, Throwable cause, Supervision.Decision decision) {
            failures.add(cause);
        }
    }

    static Node start(String name) {
        return start(name, UnaryOperator.identity());
    }

    static Node start(String name, UnaryOperator<RemotingConfig> config) {
        return start(ActorSystem.builder().name(name), config);
    }

    static Node start(SystemBuilder builder, UnaryOperator<RemotingConfig> config) {
        return new Node(
                builder,
                config.apply(RemotingConfig.production().tls(CERTIFICATES).dial(DIAL)));
    }

    private static TlsFiles certificates() {
        try {
            return new TestCertificates(Files.createTempDirectory("troupe-contract"), "authority").good("node");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Listens on a new address, which is returned. */
    String listen(Way way, Encoding... encodings) {
        return listen(way.freshAddress(), encodings);
    }

    String listen(String address, Encoding... encodings) {
        listener = remoting.listen(address, encodings).await(LIMIT);
        return listener.address().toString();
    }

    void stopListening() {
        listener.close();
    }

    Link connect(String address, Encoding... encodings) {
        return remoting.connect(address, encodings).await(LIMIT);
    }

    /** The link that was accepted last. */
    Link lastAccepted() {
        Await.until("a link was accepted", LIMIT, () -> !accepted.isEmpty());
        return accepted.get(accepted.size() - 1);
    }

    DeadLetter awaitLetter(DeadLetter.Reason reason, String method) {
        Await.until("a dead letter " + reason + " of " + method + " in " + letters, LIMIT, () -> has(reason, method));
        return letters.stream()
                .filter(letter -> fits(letter, reason, method))
                .findFirst()
                .orElseThrow();
    }

    private boolean has(DeadLetter.Reason reason, String method) {
        return letters.stream().anyMatch(letter -> fits(letter, reason, method));
    }

    private static boolean fits(DeadLetter letter, DeadLetter.Reason reason, String method) {
        return letter.reason() == reason && letter.method().contains(method);
    }

    @Override
    public void close() {
        system.close();
    }
}
