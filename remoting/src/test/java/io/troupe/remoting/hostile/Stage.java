// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.net.support.LeakRecorder;
import io.troupe.net.support.TestCertificates;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.TlsFiles;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.contract.TraceContextCarrier;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.topic.Topic;
import io.troupe.remoting.topic.TopicConfig;
import io.troupe.testkit.Await;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where it happens: a process that serves, and an innocent one that is served by it all the time over a link of its own. Whatever
 * comes for the names below is allowed; the actor of the innocent is reached by nobody else.
 */
final class Stage implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);
    static final TlsFiles CERTIFICATES = certificates();
    static final String DESK = "desk";
    static final String VAULT = "vault";
    static final String STREAM = "double";
    static final String TOPIC = "ticks";
    static final String FLOW = "numbers";
    /** Of all links together. */
    private static final long MEMORY = 32 << 20;

    /** Diallers with this token are known; those without any are anonymous. */
    private static final String TOKEN = "a token that everybody here knows";

    /** Of the stage and of those whose conversations are recorded. */
    static final TraceContextCarrier TRACE = new TraceContextCarrier();

    private static final String INNOCENT = "the-innocent";
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    final Deaths deaths = new Deaths();
    final ActorSystem there =
            ActorSystem.builder().name("stage").listener(deaths).carrier(TRACE).start();
    final ActorSystem here = ActorSystem.start("innocent");
    final Remoting server;
    final Topic<Integer> topic;
    final Address address;
    final AtomicInteger thefts = new AtomicInteger();
    private final SubmissionPublisher<Integer> numbers = new SubmissionPublisher<>();
    private final Service desk;
    private final Link innocent;
    private final Service innocentService;
    private int asked;

    Stage(Address.Scheme scheme) {
        this(scheme, LinkLimits.defaults());
    }

    Stage(Address.Scheme scheme, LinkLimits limits) {
        there.host().memory().limit(MEMORY);
        server = Remoting.on(there, config().limits(limits).authenticator((token, peer) -> principal(token)));
        desk = there.spawn(Service.class, Service::new);
        server.expose(DESK, desk);
        server.expose(INNOCENT, there.spawn(Service.class, Service::new));
        server.expose(VAULT, there.spawn(Vault.class, () -> new Vault(thefts)), "balance");
        server.accept(STREAM, Integer.class, Integer.class, Stage::doubling);
        topic = server.topic(TOPIC, Integer.class, TopicConfig.<Integer>defaults());
        server.publish(FLOW, Integer.class, numbers);
        address = server.listen(freshAddress(scheme)).await(LIMIT).address();
        innocent = Remoting.on(here, config()).connect(address.toString()).await(LIMIT);
        innocentService = innocent.lookup(INNOCENT, Service.class);
        ask().forEach(answer -> answer.await(LIMIT));
    }

    private static Callback<Integer> doubling(Callback<Integer> out) {
        Callback<Integer> in = Callback.of(number -> out.item(number == null ? 0 : 2 * number));
        in.ended().onComplete((value, failure) -> out.end());
        return in;
    }

    static RemotingConfig config() {
        return RemotingConfig.production()
                .tls(CERTIFICATES)
                .dial(DialConfig.defaults().once().token(() -> TOKEN));
    }

    private static @Nullable String principal(@Nullable String token) {
        if (token != null && !token.equals(TOKEN)) {
            throw new LinkRefusedException("a token must be known here: length=" + token.length());
        }
        return token == null ? null : "everybody";
    }

    private static TlsFiles certificates() {
        try {
            return new TestCertificates(Files.createTempDirectory("troupe-hostile"), "authority").good("node");
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    static String freshAddress(Address.Scheme scheme) {
        int number = NUMBERS.incrementAndGet();
        return switch (scheme) {
            case TCP, TLS -> scheme.text() + "://127.0.0.1:0";
            case IPC ->
                "ipc://" + System.getProperty("java.io.tmpdir") + "/troupe-hostile-"
                        + ProcessHandle.current().pid() + "-" + number + ".sock";
            case INPROC -> "inproc://hostile-" + number;
        };
    }

    /** The service as the innocent one sees it. */
    Service innocentService() {
        return innocentService;
    }

    /** Asks what the innocent one asks; each promise fails if the answer is wrong. Does not wait. */
    List<Promise<?>> ask() {
        List<Promise<?>> answers = new ArrayList<>();
        String text = "question " + ++asked;
        answers.add(innocentService.echo(text).then(answer -> assertThat(answer).isEqualTo(text)));
        innocentService.add(1);
        int sum = asked;
        answers.add(innocentService.sum().then(answer -> assertThat(answer).isEqualTo(sum)));
        return answers;
    }

    /** Publishes on all that can be subscribed to. */
    void publish(int number) {
        topic.publish(number);
        numbers.offer(number, (subscriber, item) -> false);
    }

    /** Waits until nothing is left of those who have come, and holds that nothing bad has happened. */
    void expectCalm() {
        ask().forEach(answer -> answer.await(LIMIT));
        Await.until(
                "only the innocent link is left", LIMIT, () -> server.links().size() == 1);
        Link kept = server.links().get(0);
        Await.until("no stream is left", LIMIT, () -> kept.stats().streams() == 0);
        Await.until(
                "nobody subscribes", LIMIT, () -> topic.stats().subscribers().isEmpty());
        desk.endAll();
        desk.sum().await(LIMIT);
        Await.until("the memory is free", LIMIT, () -> there.memory().used() == 0);
        assertThat(kept.stats().exports()).isEqualTo(1);
        assertThat(innocent.lastLoss()).isNull();
        assertThat(deaths.all()).isEmpty();
        assertThat(thefts).hasValue(0);
    }

    /** What a lost buffer of Netty looks like. */
    static void expectNoLeaks() {
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    /** A client that goes through another address than the own one. */
    static Link link(ActorSystem system, Address to, Encoding encoding) {
        return Remoting.on(system, config()).connect(to.toString(), encoding).await(LIMIT);
    }

    @Override
    public void close() {
        deaths.close();
        numbers.close();
        here.close();
        there.close();
    }
}
