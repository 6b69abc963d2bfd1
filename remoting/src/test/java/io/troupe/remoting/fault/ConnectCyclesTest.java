// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.net.support.LeakRecorder;
import io.troupe.net.support.TestCertificates;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.Tier;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Links come and go, and leave nothing behind: no thread, descriptor, link, buffer, or memory. */
class ConnectCyclesTest {
    private static final List<Encoding> ENCODINGS = List.of(Encoding.BINARY, Encoding.CBOR, Encoding.JSON);

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int WARM = 20;
    private static final int CYCLES = Tier.PRODUCT ? 1_000 : 200;
    private static final long SLACK = 24L << 20;

    @TempDir
    Path folder;

    private Remoting server;
    private Remoting client;
    private String address;

    @Tag("soak")
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "tls", "ipc", "inproc"})
    void shouldLeaveNothingBehind(String scheme) throws Exception {
        TestCertificates certificates = new TestCertificates(folder, "ca");
        RemotingConfig config = RemotingConfig.production();
        try (ActorSystem there = ActorSystem.start("there");
                ActorSystem here = ActorSystem.start("here")) {
            server = Remoting.on(there, config.tls(certificates.good("server")));
            client = Remoting.on(here, config.tls(certificates.good("client")));
            server.expose("desk", there.spawn(Desk.class, Desk::new));
            Desk ours = here.spawn(Desk.class, Desk::new);
            address = server.listen(place(scheme)).await(LIMIT).address().toString();
            for (int i = 0; i < WARM; i++) {
                cycle(i, ours);
            }
            awaitQuiet();
            long threads = threads();
            long descriptors = descriptors();
            long heap = Victim.usedHeap();
            for (int i = 0; i < CYCLES; i++) {
                cycle(i, ours);
            }
            awaitQuiet();
            Await.until("the threads are back to normal", LIMIT, () -> threads() <= threads);
            Await.until("the descriptors are back to normal", LIMIT, () -> descriptors() <= descriptors);
            Await.until("the heap is back to normal", LIMIT, () -> Victim.usedHeap() <= heap + SLACK);
        }
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private String place(String scheme) {
        return switch (scheme) {
            case "ipc" -> "ipc://" + folder.resolve("socket");
            case "inproc" -> "inproc://cycles";
            default -> scheme + "://127.0.0.1:0";
        };
    }

    /** With a call, a reference that is handed over and a call back by it; closed by either side. */
    private void cycle(int number, Desk ours) {
        Encoding encoding = ENCODINGS.get(number % ENCODINGS.size());
        Link link = client.connect(address, encoding).await(LIMIT);
        Desk desk = link.lookup("desk", Desk.class);
        assertThat(desk.sumOf(ours).await(LIMIT)).isZero();
        desk.never(); // nobody will ever answer it
        if (number % 2 == 0) {
            link.close();
        } else {
            AtomicBoolean gone = new AtomicBoolean();
            link.onChange((state, why) -> gone.set(true)); // it dials again, and may be up before one looks
            server.links().forEach(Link::close);
            Await.until("the link has gone", LIMIT, gone::get);
            link.close();
        }
        Await.until("the link has ended", LIMIT, () -> client.links().isEmpty());
    }

    private void awaitQuiet() {
        Await.until(
                "no link is left",
                LIMIT,
                () -> server.links().isEmpty() && client.links().isEmpty());
    }

    private static long threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("troupe-remoting-"))
                .count();
    }

    /** Zero where there is no such folder. */
    private static long descriptors() {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        } catch (IOException | java.io.UncheckedIOException e) {
            return 0;
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenNodesComeAndGo() {
        for (int i = 0; i < 10; i++) {
            nodes();
        }
        long before = threads();
        for (int i = 0; i < 20; i++) {
            nodes();
        }
        Await.until("the threads have ended", LIMIT, () -> threads() <= before);
        assertThat(LeakRecorder.leaks()).isEmpty();
    }

    private static void nodes() {
        try (ActorSystem there = ActorSystem.start("there");
                ActorSystem here = ActorSystem.start("here")) {
            Remoting node = Remoting.on(there);
            node.expose("desk", there.spawn(Desk.class, Desk::new));
            String at = node.listen("tcp://127.0.0.1:0").await(LIMIT).address().toString();
            Desk desk = Remoting.on(here).connect(at).await(LIMIT).lookup("desk", Desk.class);
            assertThat(desk.echo("x").await(LIMIT)).isEqualTo("x");
        }
    }
}
