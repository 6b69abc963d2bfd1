// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.net.transport.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients beyond the limit are refused, and those before do not notice. */
class ConnectionLimitTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int PING = 2;

    private static void ping(SocketPeer peer) throws IOException {
        peer.call(PING, "ping");
        assertThat(peer.reply(PING).flag()).isZero();
    }

    @Test
    void shouldRefuseClientsBeyondTheLimit(@TempDir Path folder) throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"));
                ZeoServer server = ZeoServer.writing(writer, new ServerConfig(2, LIMIT), line -> {})) {
            int port = server.listen(Address.parse("tcp://127.0.0.1:0"))
                    .await(LIMIT)
                    .port();
            try (SocketPeer first = SocketPeer.writing(port);
                    SocketPeer silent = new SocketPeer(port)) {
                silent.receive();
                for (int i = 0; i < 10; i++) {
                    try (SocketPeer refused = new SocketPeer(port)) {
                        assertThat(refused.isEnded()).isTrue();
                    }
                }
                ping(first);
            }
        }
    }
}
