// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.SocketOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who may connect over a Unix socket. */
@Timeout(60)
@EnabledOnOs({OS.LINUX, OS.MAC})
class IpcPermissionsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "rw-rw----", "rw-rw-rw-"})
    void shouldGiveTheFileItsPermissions(String permissions) throws Exception {
        Path file = folder.resolve("permitted");
        try (DuplexSocket listening = Sockets.pair(
                        SocketOptions.builder().ipcPermissions(permissions).build());
                DuplexSocket dialling = Sockets.pair()) {
            String uri = listening.listen("ipc://" + file).uri();
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo(permissions);
            assertThat(uri).isEqualTo("ipc://" + file);
            dialling.dial(uri).connected().await(LIMIT);
            dialling.send(SpMessage.of("hi"));
            try (SpMessage message = listening.receive(LIMIT)) {
                assertThat(message.text()).isEqualTo("hi");
            }
        }
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void shouldSayHowPermissionsAreWritten() {
        assertThatThrownBy(() -> SocketOptions.builder().ipcPermissions("0600").build())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ipcPermissions must be written like rw-rw----: ipcPermissions=0600");
    }
}
