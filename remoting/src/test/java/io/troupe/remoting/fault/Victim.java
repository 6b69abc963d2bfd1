// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A node that bad peers are let loose on, and a good link to it that lives through all of that. {@link #assertWell} holds that
 * the bad ones have left nothing behind.
 */
final class Victim implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long MEGABYTE = 1 << 20;
    private static final long HEAP_SLACK = 24 * MEGABYTE;

    final ActorSystem there;
    final Remoting server;
    final Desk local;
    final int port;
    final Link healthy;
    final Desk desk;
    private final ActorSystem here;
    private final Remoting client;
    private final List<String> ends = new CopyOnWriteArrayList<>();
    private final int threads;
    private final long heap;
    private int sum;

    private Victim(LinkLimits limits) {
        RemotingConfig config = RemotingConfig.production().limits(limits);
        there = ActorSystem.start("there");
        here = ActorSystem.start("here");
        server = Remoting.on(there, config);
        client = Remoting.on(here, RemotingConfig.production());
        local = there.spawn(Desk.class, Desk::new);
        server.expose("desk", local);
        server.onLink(link -> link.onChange((state, why) -> ends.add(why)));
        port = Address.parse(server.listen("tcp://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .port();
        healthy = client.connect("tcp://127.0.0.1:" + port).await(LIMIT);
        desk = healthy.lookup("desk", Desk.class);
        desk.echo("hello").await(LIMIT);
        for (Encoding encoding : Encoding.values()) {
            warmUp(encoding);
        }
        Await.until("only the good link is left", LIMIT, () -> server.links().size() == 1);
        threads = remotingThreads();
        heap = usedHeap();
    }

    static Victim start() {
        return new Victim(LinkLimits.defaults());
    }

    static Victim start(LinkLimits limits) {
        return new Victim(limits);
    }

    private void warmUp(Encoding encoding) {
        try (ActorSystem system = ActorSystem.start("warm")) {
            Link link = Remoting.on(system)
                    .connect("tcp://127.0.0.1:" + port, encoding)
                    .await(LIMIT);
            link.lookup("desk", Desk.class).echo("hello").await(LIMIT);
        }
    }

    /** Holds that everything is as before, but for what the good link has done. */
    void assertWell() {
        desk.add(1);
        sum++;
        assertThat(desk.sum().await(LIMIT)).isEqualTo(sum);
        Await.until("only the good link is left", LIMIT, () -> server.links().size() == 1);
        assertThat(server.links().get(0).stats().streams()).isZero();
        assertThat(healthy.stats().streams()).isZero();
        assertThat(ends).noneMatch(why -> why.contains("listener failed"));
        ends.clear();
        Await.until("the threads are back to normal", LIMIT, () -> remotingThreads() <= threads);
        Await.until("the heap is back to normal", LIMIT, () -> usedHeap() <= heap + HEAP_SLACK);
    }

    /** A bad peer has changed the sum of the desk. */
    void expectAdded(int number) {
        sum += number;
    }

    /** Why links of bad peers have ended so far. */
    List<String> ends() {
        return ends;
    }

    static int remotingThreads() {
        return (int) Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("troupe-remoting-there"))
                .count();
    }

    /** After a collection. */
    static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    @Override
    public void close() {
        here.close();
        there.close();
    }
}
