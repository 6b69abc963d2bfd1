// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that connect and never register are not kept; those that have registered may be idle for ever. */
class UnregisteredClientTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration MOMENT = Duration.ofMillis(1);
    private static final int REGISTER = 1;
    private static final int PING = 2;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();

    @AutoClose
    private TestServer server;

    private int idleTimers;

    @BeforeEach
    void serve() throws IOException {
        server = new TestServer(folder.resolve("Data.fs"), MemoryBudget.of(1 << 20), clock);
        idleTimers = clock.pending();
    }

    /** Waits until the server has so many clients who are to register. */
    private void awaitUnregistered(int clients) {
        Await.until("they are known", LIMIT, () -> clock.pending() == idleTimers + clients);
    }

    private SocketPeer connect() throws IOException {
        SocketPeer peer = server.connect();
        peer.receive();
        return peer;
    }

    private static void greet(SocketPeer peer) throws IOException {
        peer.send("M5".getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldEndClientsThatNeverRegisterWithALineEach() throws IOException {
        connect();
        SocketPeer cut = connect();
        cut.out.writeShort(0);
        cut.out.flush();
        SocketPeer greeted = connect();
        greet(greeted);
        SocketPeer half = connect();
        greet(half);
        half.out.writeInt(100);
        half.out.write(new byte[50]);
        half.out.flush();
        SocketPeer refused = connect();
        greet(refused);
        refused.call(REGISTER, "register", "no such storage", false);
        assertThat(refused.reply(REGISTER).sentence()).contains("a storage must be one that is served");
        awaitUnregistered(5);

        clock.advance(PATIENCE.minus(MOMENT));
        refused.call(REGISTER, "register", "no such storage", false); // it goes on
        assertThat(refused.reply(REGISTER).flag()).isEqualTo(2);
        assertThat(server.log).isEmpty();

        clock.advance(MOMENT);
        for (SocketPeer peer : server.peers()) {
            assertThat(peer.isEnded()).isTrue();
        }
        Await.until("each is told", LIMIT, () -> server.log.size() == 5);
        assertThat(server.log)
                .allMatch(line ->
                        line.matches("link ended: peer=.*:[0-9]+, a client must register in time: limit=10000 ms"));
    }

    /** Keep-alives are none. */
    @Test
    void shouldNotTakeMessagesForARegistration() throws IOException {
        SocketPeer peer = connect();
        greet(peer);
        awaitUnregistered(1);
        for (int second = 0; second < PATIENCE.toSeconds(); second++) {
            peer.call(-1, ".reply");
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(peer.isEnded()).isTrue();
    }

    @Test
    void shouldKeepRegisteredClientsThatAreIdle() throws IOException {
        SocketPeer first = server.writing();
        SocketPeer late = connect();
        greet(late);
        awaitUnregistered(1);
        clock.advance(PATIENCE.minus(MOMENT));
        late.call(REGISTER, "register", "1", true);
        assertThat(late.reply(REGISTER).flag()).isZero();
        awaitUnregistered(0);

        clock.advance(Duration.ofDays(30));

        for (SocketPeer peer : List.of(first, late)) {
            peer.call(PING, "ping");
            assertThat(peer.reply(PING).flag()).isZero();
        }
        assertThat(server.log).isEmpty();
    }

    @Test
    void shouldSayNothingOfClientsThatAreGone() throws IOException {
        SocketPeer gone = connect();
        awaitUnregistered(1);
        gone.close();
        awaitUnregistered(0);
        clock.advance(PATIENCE);
        assertThat(server.log).isEmpty();
    }
}
