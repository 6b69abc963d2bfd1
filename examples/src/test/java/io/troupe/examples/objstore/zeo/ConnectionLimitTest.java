// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.net.transport.Address;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients beyond the limit are refused, with one line for all of them, and those before do not notice. */
class ConnectionLimitTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int PING = 2;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();

    private static void ping(SocketPeer peer) throws IOException {
        peer.call(PING, "ping");
        assertThat(peer.reply(PING).flag()).isZero();
    }

    private static void refused(int port) throws IOException {
        try (SocketPeer peer = new SocketPeer(port)) {
            assertThat(peer.isEnded()).isTrue();
        }
    }

    @Test
    void shouldRefuseClientsBeyondTheLimitUntilOneLeaves() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"));
                ZeoServer server = ZeoServer.writing(writer, log::add)) {
            int port = server.listen(Address.parse("tcp://127.0.0.1:0"), 2)
                    .await(LIMIT)
                    .port();
            try (SocketPeer first = SocketPeer.writing(port);
                    SocketPeer silent = new SocketPeer(port)) {
                silent.receive();
                for (int i = 0; i < 10; i++) {
                    refused(port);
                }
                ping(first);
                assertThat(log).containsExactly("connections are refused: open=2, limit=2");
            }
            Await.until("there is room", LIMIT, () -> log.size() == 2);
            assertThat(log.get(1)).isEqualTo("connections are accepted again: open=1, limit=2");
            try (SocketPeer next = SocketPeer.writing(port)) {
                ping(next);
            }
            assertThat(log).hasSize(2);
        }
    }

    @Test
    void shouldTellOfRoomWhenATenthIsFree() {
        ConnectionLimit limit = new ConnectionLimit(20, log::add);
        for (int i = 0; i < 20; i++) {
            assertThat(limit.isAdmitted()).isTrue();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(limit.isAdmitted()).isFalse();
            limit.left();
            assertThat(limit.isAdmitted()).isTrue();
        }
        assertThat(log).hasSize(1);
        limit.left();
        assertThat(log).hasSize(1);
        limit.left();
        assertThat(log)
                .containsExactly(
                        "connections are refused: open=20, limit=20",
                        "connections are accepted again: open=18, limit=20");
        assertThat(limit.isAdmitted()).isTrue();
    }

    @Test
    void shouldLetSomebodyIn() {
        assertThatThrownBy(() -> new ConnectionLimit(0, log::add))
                .hasMessage("maxConnections must be at least 1: maxConnections=0");
    }
}
