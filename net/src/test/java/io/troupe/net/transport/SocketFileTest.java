// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.LinkRefusedException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SocketFileTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    Path folder;

    private final SocketTransport transport = new SocketTransport("files", TransportConfig.defaults());

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void shouldReplaceTheFileOfADeadProcess() throws Exception {
        Path path = folder.resolve("dead");
        ServerSocketChannel.open(StandardProtocolFamily.UNIX)
                .bind(UnixDomainSocketAddress.of(path))
                .close();
        assertThat(path).exists();
        Listener listener = listen(path);
        transport.connect(listener.address(), new Peer()).await(LIMIT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                .isEqualTo("rw-------");
        listener.close();
        assertThat(path).doesNotExist();
    }

    @Test
    void shouldNotTakeTheFileOfALivingProcess() throws Exception {
        Path path = folder.resolve("living");
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            other.bind(UnixDomainSocketAddress.of(path));
            assertThatThrownBy(() -> listen(path))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageEndingWith("cause=address already in use");
            assertThat(path).exists();
        }
    }

    @Test
    void shouldNotTouchOtherFiles() throws Exception {
        Path path = Files.writeString(folder.resolve("letter"), "dear reader");
        assertThatThrownBy(() -> listen(path))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageEndingWith("cause=there is a file that is not a socket");
        assertThat(path).hasContent("dear reader");
    }

    private Listener listen(Path path) {
        return transport.listen(Address.parse("ipc://" + path), Peer::new).await(LIMIT);
    }
}
