// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.Sockets;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.ReqSocket;
import io.troupe.sp.socket.SocketOptions;
import java.io.BufferedReader;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Very many say very little to one who does not read. They cost what they have sent, not a buffer each: all memory for buffers
 * is less than one for each of them.
 */
@Timeout(120)
@Tag("process")
class RefusedPipesTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final int MEMORY_MIB = 64;
    private static final int STRANGERS = 700; // with 128 KiB each more than that
    private static final byte[] HELLO = {0, 'S', 'P', 0, 0, 0x50, 0, 0};

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldCostNoMoreThanTheyHaveSent(String scheme) throws Exception {
        crowd(scheme, said(scheme, 5, "tiny!"), STRANGERS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "ipc"})
    void shouldCostNoMoreThanTheyHaveSentWhateverTheyAnnounce(String scheme) throws Exception {
        crowd(scheme, said(scheme, 1 << 20, "."), 0);
    }

    private static byte[] said(String scheme, long length, String body) {
        ByteBuffer out = ByteBuffer.allocate(64).put(HELLO);
        if (scheme.equals("ipc")) {
            out.put((byte) 1);
        }
        out.putLong(length).put(body.getBytes(StandardCharsets.US_ASCII)).flip();
        byte[] bytes = new byte[out.remaining()];
        out.get(bytes);
        return bytes;
    }

    private void crowd(String scheme, byte[] bytes, int whole) throws Exception {
        Process process = new ProcessBuilder(
                        DoomedPeer.java(),
                        "-Xmx128m",
                        "-XX:MaxDirectMemorySize=" + MEMORY_MIB + "m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        UnreadPull.class.getName(),
                        address(scheme, "answers"),
                        address(scheme, "unread"))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<Stranger> strangers = new ArrayList<>();
        List<ReqSocket> innocent = new ArrayList<>();
        try (BufferedReader out = process.inputReader();
                Writer in = process.outputWriter()) {
            String answers = out.readLine();
            String unread = out.readLine();
            for (int i = 0; i < 10; i++) {
                ReqSocket req = Sockets.req(
                        SocketOptions.builder().resendTime(Duration.ZERO).build());
                innocent.add(req);
                req.dial(answers).connected().await(LIMIT);
                ask(req);
            }
            for (int i = 0; i < STRANGERS; i++) {
                Stranger stranger = Stranger.at(unread).rude();
                strangers.add(stranger);
                stranger.say(bytes);
                ask(innocent.get(i % innocent.size()));
            }
            for (ReqSocket req : innocent) {
                ask(req);
                assertThat(req.stats().connected()).as("never cut").isOne();
            }
            in.write(whole + "\n");
            in.flush();
            assertThat(out.readLine()).isEqualTo(String.valueOf(whole));
        } finally {
            process.destroyForcibly().waitFor();
            for (Stranger stranger : strangers) {
                stranger.close();
            }
            innocent.forEach(ReqSocket::close);
        }
    }

    private static void ask(ReqSocket req) {
        req.ask(SpMessage.allocate(100_000), LIMIT).release();
    }

    private String address(String scheme, String name) {
        return scheme.equals("tcp") ? "tcp://127.0.0.1:0" : "ipc://" + folder.resolve(name);
    }
}
