// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.examples.objstore.ZodbPython;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All transactions that clients have open share one budget, and give back what they have taken. */
class TransactionMemoryTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final int KIB = 1 << 10;
    private static final int VOTE = 2;
    private static final int FINISH = 3;
    private static final int ABORT = 4;
    private static final int PING = 5;

    @TempDir
    private Path folder;

    private final MemoryBudget memory = MemoryBudget.of(1 << 20);
    private TestServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new TestServer(folder.resolve("Data.fs"), memory, Clock.system());
    }

    @AfterEach
    void close() throws Exception {
        server.close();
        assertThat(memory.used()).isZero();
    }

    /** A client that has begun a transaction and stored so much, one object after the other. */
    private SocketPeer storing(int kib, int oid) throws IOException {
        SocketPeer peer = server.writing();
        store(peer, kib, oid);
        return peer;
    }

    private static void store(SocketPeer peer, int kib, int oid) throws IOException {
        peer.begin();
        for (int i = 0; i < kib; i += 10) {
            peer.store(oid + i, new byte[10 * KIB]);
        }
        peer.call(PING, "ping");
        assertThat(peer.reply(PING).flag()).isZero();
    }

    private static SocketPeer.Reply answer(SocketPeer peer, int id, String operation) throws IOException {
        peer.call(id, operation, SocketPeer.TRANSACTION);
        return peer.reply(id);
    }

    private void awaitAllIsBack() {
        Await.until("all is given back", LIMIT, () -> memory.used() == 0);
    }

    @Test
    void shouldRefuseWhatHasNoRoomBesideOthersAndTakeItWhenTheyAreOver() throws IOException {
        SocketPeer first = storing(400, 1000);
        SocketPeer second = storing(200, 2000);
        SocketPeer third = storing(300, 3000);
        assertThat(memory.used()).isBetween(600L * KIB, 700L * KIB);
        assertThat(answer(third, VOTE, "vote").sentence())
                .matches("\\[\"ZODB.POSException.ConflictError\",\\{\"message\":\"a server must have memory for a"
                        + " transaction, so try it again later: bytes=[0-9]+, free=[0-9]+\",\"oid\":null,"
                        + "\"serials\":null\\}\\]");
        assertThat(answer(third, ABORT, "tpc_abort").flag()).isZero(); // its link goes on
        assertThat(answer(first, ABORT, "tpc_abort").flag()).isZero();
        store(third, 300, 3000);
        assertThat(answer(third, VOTE, "vote").flag()).isZero();
        assertThat(answer(third, FINISH, "tpc_finish").flag()).isZero();
        assertThat(answer(second, VOTE, "vote").flag()).isZero();
        awaitAllIsBack(); // what was voted for is in the file
        assertThat(memory.refused()).isEqualTo(1);
        assertThat(server.log).isEmpty();
    }

    @Test
    @Tag("interop")
    void shouldLetPythonsClientTryAgain() {
        assertThat(ZodbPython.run(folder, "client.py", "crowded", Integer.toString(server.port())))
                .containsExactly("tries 2");
    }

    @Test
    void shouldAlwaysHaveRoomForASmallTransaction() throws IOException {
        for (int i = 1; i < 20; i++) {
            storing(500, 1000 * i);
        }
        assertThat(memory.used()).isLessThanOrEqualTo(memory.limit());
        SocketPeer small = server.writing();
        small.begin();
        small.store(1, new byte[100]);
        assertThat(answer(small, VOTE, "vote").flag()).isZero();
        assertThat(answer(small, FINISH, "tpc_finish").flag()).isZero();
    }

    /** It would be tried again in vain. */
    @Test
    void shouldRefuseForGoodWhatCanNeverHaveRoom() throws IOException {
        SocketPeer peer = storing(600, 1000);
        assertThat(answer(peer, VOTE, "vote").sentence())
                .matches("\\[\"ZODB.POSException.StorageError\",\\[\"a transaction must not be larger than the limit:"
                        + " bytes=[0-9]+, limit=524288\"\\]\\]");
        awaitAllIsBack();
    }

    @Test
    void shouldGiveBackWhatATransactionHadHoweverItEnds() throws IOException {
        SocketPeer aborted = storing(100, 1000);
        assertThat(memory.used()).isGreaterThan(100 * KIB);
        assertThat(memory.largest(5)).singleElement().satisfies(row -> assertThat(row.name())
                .startsWith("link-"));
        answer(aborted, ABORT, "tpc_abort");
        awaitAllIsBack();

        SocketPeer refused = storing(100, 1000);
        refused.call(0, "deleteObject", ZeoCodec.id(99), ZeoCodec.id(1), SocketPeer.TRANSACTION);
        assertThat(answer(refused, VOTE, "vote").sentence()).contains("POSKeyError");
        awaitAllIsBack();

        SocketPeer gone = storing(100, 1000);
        gone.close();
        awaitAllIsBack();

        SocketPeer malformed = storing(100, 1000);
        malformed.send(new byte[] {0});
        awaitAllIsBack();

        SocketPeer voter = storing(100, 1000);
        assertThat(answer(voter, VOTE, "vote").flag()).isZero();
        SocketPeer waiting = storing(100, 1000);
        waiting.call(VOTE, "vote", SocketPeer.TRANSACTION);
        waiting.close();
        awaitAllIsBack();

        SocketPeer withdrawn = storing(100, 1000);
        withdrawn.call(VOTE, "vote", SocketPeer.TRANSACTION);
        assertThat(answer(withdrawn, ABORT, "tpc_abort").flag()).isZero();
        awaitAllIsBack();

        SocketPeer conflicted = storing(100, 1000);
        conflicted.call(VOTE, "vote", SocketPeer.TRANSACTION);
        answer(voter, FINISH, "tpc_finish");
        assertThat(conflicted.reply(VOTE).content().asArrayValue()).hasSize(10);
        assertThat(memory.used()).isGreaterThan(100 * KIB); // it may resolve them
        answer(conflicted, ABORT, "tpc_abort");
        awaitAllIsBack();

        storing(100, 4000); // until the server is closed
        assertThat(memory.used()).isGreaterThan(100 * KIB);
    }

    @Test
    void shouldCountWhatHasNoData() throws IOException {
        SocketPeer peer = storing(0, 0);
        for (int i = 0; i < 1000; i++) {
            peer.call(0, "checkCurrentSerialInTransaction", ZeoCodec.id(i), ZeoCodec.id(1), SocketPeer.TRANSACTION);
        }
        peer.call(PING, "ping");
        peer.reply(PING);
        assertThat(memory.used()).isGreaterThan(200 * KIB);
    }

    @Test
    void shouldCountAnObjectOnceHoweverOftenItIsStored() throws IOException {
        SocketPeer peer = storing(0, 0);
        for (int i = 0; i < 100; i++) {
            peer.store(1, new byte[100 * KIB]);
        }
        assertThat(answer(peer, VOTE, "vote").flag()).isZero();
        assertThat(answer(peer, FINISH, "tpc_finish").flag()).isZero();
    }
}
