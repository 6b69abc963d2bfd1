// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.remoting.Encoding;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that cannot even say good day. */
class BadGreetingTest {
    private static final long SECOND = 1_000_000_000;
    private static Victim node;

    @BeforeAll
    static void start() {
        node = Victim.start();
    }

    @AfterAll
    static void close() {
        node.close();
    }

    @AfterEach
    void theNodeIsWell() {
        node.assertWell();
    }

    private static String answerTo(String text) throws IOException {
        try (RawPeer peer = RawPeer.silent(node.port, Encoding.JSON)) {
            peer.send(text);
            return peer.awaitEnd();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldRefuseGarbage(long seed) throws IOException {
        byte[] garbage = new byte[(int) (seed * seed * 100)];
        new Random(seed).nextBytes(garbage);
        try (RawPeer peer = RawPeer.silent(node.port, Encoding.BINARY)) {
            peer.send(garbage);
            assertThat(peer.awaitEnd()).matches("(TROUPE/1.0 refused: the other side must speak this protocol.*\n)?");
        }
    }

    @Test
    void shouldTellABrowserWhatIsSpokenHere() throws IOException {
        assertThat(answerTo("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                .isEqualTo("TROUPE/1.0 refused: the other side must speak this protocol and begin with TROUPE/1.0:"
                        + " begins=GET / HTTP/1.1..\n");
    }

    @ParameterizedTest
    @CsvSource({
        "TROUPE-1.0 json, must speak this protocol",
        "troupe/1.0 json, must speak this protocol",
        "TROUPE/2.0 json, 'both sides must have the same major version: mine=1.0, other=2.0'",
        "TROUPE/0.9 json, 'both sides must have the same major version: mine=1.0, other=0.9'",
        "TROUPE/1 json, must have a version",
        "TROUPE/999999.0 json, must have a version",
        "TROUPE/1.0, no common codec",
        "'TROUPE/1.0 ,', no common codec",
        "'TROUPE/1.0 xml,avro', 'no common codec: mine=[binary, cbor, json], offered=[xml, avro]'"
    })
    void shouldSayWhyAGreetingIsRefused(String line, String reason) throws IOException {
        assertThat(answerTo(line + "\n")).startsWith("TROUPE/1.0 refused: ").contains(reason);
    }

    @Test
    void shouldRefuseInALineThatIsShortEnoughToBeRead() throws IOException {
        String codecs = "x".repeat(490);
        assertThat(answerTo("TROUPE/1.0 " + codecs + "\n"))
                .startsWith("TROUPE/1.0 refused: no common codec")
                .hasSizeLessThanOrEqualTo(512);
    }

    @ParameterizedTest
    @EnumSource
    void shouldAcceptANewerMinorVersion(Encoding encoding) throws IOException {
        try (RawPeer peer = RawPeer.silent(node.port, encoding)) {
            peer.send("TROUPE/1.7 teleport," + encoding + "\r\n");
            assertThat(peer.line()).isEqualTo("TROUPE/1.0 " + encoding);
        }
    }

    @Test
    void shouldRefuseAnEndlessFirstLine() throws IOException {
        try (RawPeer peer = RawPeer.silent(node.port, Encoding.JSON)) {
            peer.send("TROUPE/1.0 " + "j".repeat(600));
            assertThat(peer.awaitEnd()).contains("refused: the first line must not be longer than 512 bytes");
        }
    }

    @Test
    void shouldForgetThoseWhoComeAndGo() throws IOException {
        for (int i = 0; i < 200; i++) {
            try (RawPeer peer = RawPeer.silent(node.port, Encoding.JSON)) {
                if (i % 2 == 0) {
                    peer.send("TROUPE/1.0 js");
                }
                if (i % 3 == 0) {
                    peer.socket().setSoLinger(true, 0); // a reset
                }
            }
        }
    }

    @Test
    void shouldNotWaitForSlowPeersForever() throws Exception {
        List<RawPeer> slow = new ArrayList<>();
        for (Encoding encoding : Encoding.values()) {
            slow.add(RawPeer.silent(node.port, encoding)); // says nothing
            slow.add(RawPeer.silent(node.port, encoding)); // says its line letter by letter
            slow.add(RawPeer.agreed(node.port, encoding)); // never says hello
        }
        String line = "TROUPE/1.0 this-line-is-written-with-a-very-blunt-pencil-and-takes-its-time-to-come-to-an-end";
        long start = System.nanoTime();
        for (int i = 0; i < line.length() && System.nanoTime() - start < 4 * SECOND; i++) {
            for (int peer = 1; peer < slow.size(); peer += 3) {
                slow.get(peer).send(line.substring(i, i + 1));
            }
            node.desk.echo("still there").await(Victim.LIMIT);
            java.util.concurrent.locks.LockSupport.parkNanos(SECOND / 20);
        }
        for (RawPeer peer : slow) {
            peer.awaitEnd(); // within the patience of the peer, twice that of the node
            peer.close();
        }
    }
}
