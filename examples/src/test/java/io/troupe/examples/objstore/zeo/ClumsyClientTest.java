// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Vote;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.msgpack.value.ArrayValue;

/** Clients that do things in the wrong order, twice, or to the limit: they get an error, and nobody else notices. */
class ClumsyClientTest {
    private static final int MIB = 1 << 20;
    private static final byte[] NONE = {};
    /** An object that somebody else has put into the file. */
    private static final long HUGE = 1000;

    @TempDir
    private Path folder;

    @AutoClose
    private TestServer server;

    @BeforeEach
    void serve() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            Vote.Accepted accepted = (Vote.Accepted) writer.vote(
                    NONE, NONE, NONE, List.of(new Change.Store(HUGE, 0, new byte[16 * MIB + 1])), Instant.EPOCH);
            writer.finish(accepted);
            writer.publish(accepted);
        }
        server = new TestServer(file);
    }

    private static SocketPeer.Reply ask(SocketPeer peer, int id, String operation) throws IOException {
        peer.call(id, operation, SocketPeer.TRANSACTION);
        return peer.reply(id);
    }

    private static void commit(SocketPeer peer, long oid, byte[] data) throws IOException {
        peer.begin();
        peer.store(oid, data);
        assertThat(ask(peer, 2, "vote").content().asArrayValue()).isEmpty();
        assertThat(ask(peer, 3, "tpc_finish").flag()).isZero();
    }

    private static SocketPeer.Reply load(SocketPeer peer, long oid) throws IOException {
        peer.call(4, "loadBefore", ZeoCodec.id(oid), ZeoCodec.id(Long.MAX_VALUE));
        return peer.reply(4);
    }

    private static byte[] data(SocketPeer.Reply load) {
        ArrayValue parts = load.content().asArrayValue();
        return parts.get(0).asBinaryValue().asByteArray();
    }

    @Test
    void shouldLetOthersVoteAfterAClientThatFinishesBeforeItsTurn() throws IOException {
        SocketPeer first = server.writing();
        SocketPeer hasty = server.writing();
        first.begin();
        first.store(1, new byte[] {1});
        assertThat(ask(first, 2, "vote").flag()).isZero();
        hasty.begin();
        hasty.store(2, new byte[] {2});
        hasty.call(2, "vote", SocketPeer.TRANSACTION); // waits for its turn
        assertThat(ask(hasty, 3, "tpc_finish").sentence())
                .contains("a transaction must be voted for before it is finished");
        assertThat(ask(first, 3, "tpc_finish").flag()).isZero();
        assertThat(hasty.reply(2).content().asArrayValue()).isEmpty();
        assertThat(ask(hasty, 4, "tpc_abort").flag()).isZero();
        commit(first, 3, new byte[] {3});
    }

    @Test
    void shouldVoteAndFinishOnce() throws IOException {
        SocketPeer peer = server.writing();
        peer.begin();
        peer.store(1, new byte[] {1});
        peer.call(2, "vote", SocketPeer.TRANSACTION);
        peer.call(3, "vote", SocketPeer.TRANSACTION);
        List<SocketPeer.Reply> votes = List.of(peer.reply(3), peer.reply(2));
        assertThat(votes.get(0).sentence()).contains("StorageTransactionError");
        assertThat(votes.get(1).content().asArrayValue()).isEmpty();
        peer.call(5, "tpc_finish", SocketPeer.TRANSACTION);
        peer.call(6, "tpc_finish", SocketPeer.TRANSACTION);
        assertThat(peer.reply(6).sentence()).contains("StorageTransactionError");
        assertThat(peer.reply(5).flag()).isZero();
        commit(peer, 2, new byte[] {2});
        assertThat(server.log).isEmpty();
    }

    @Test
    void shouldKeepTheTransactionsOfTwoClientsApartThatHaveTheSameId() throws IOException {
        SocketPeer one = server.writing();
        SocketPeer two = server.writing();
        one.begin();
        two.begin();
        one.store(1, new byte[] {1});
        two.store(2, new byte[] {2});
        assertThat(ask(one, 2, "vote").flag()).isZero();
        assertThat(ask(two, 9, "tpc_finish").sentence()).contains("StorageTransactionError");
        assertThat(ask(two, 8, "tpc_abort").flag()).isZero();
        assertThat(ask(one, 3, "tpc_finish").flag()).isZero();
        assertThat(data(load(one, 1))).containsExactly(1);
        assertThat(load(one, 2).sentence()).contains("POSKeyError");
    }

    @Test
    void shouldKeepTheLastOfWhatIsStoredTwice() throws IOException {
        SocketPeer peer = server.writing();
        peer.begin();
        peer.store(1, new byte[] {1});
        peer.store(1, new byte[] {1});
        peer.store(1, new byte[] {2});
        assertThat(ask(peer, 2, "vote").flag()).isZero();
        assertThat(ask(peer, 3, "tpc_finish").flag()).isZero();
        assertThat(data(load(peer, 1))).containsExactly(2);
    }

    /** A record without data is one of a deleted object. */
    @Test
    void shouldRefuseAnObjectWithoutBytes() throws IOException {
        SocketPeer peer = server.writing();
        peer.begin();
        peer.store(1, new byte[0]);
        assertThat(ask(peer, 2, "vote").sentence()).contains("an object must have a byte: oid=0000000000000001");
        commit(peer, 1, new byte[] {1});
    }

    /** What can be stored can be loaded. */
    @Test
    void shouldTakeAndGiveAnObjectOfExactlyTheLimit() throws IOException {
        SocketPeer peer = server.writing();
        byte[] largest = new byte[16 * MIB];
        largest[largest.length - 1] = 7;
        commit(peer, 1, largest);
        assertThat(data(load(peer, 1))).isEqualTo(largest);
        peer.begin();
        peer.store(2, new byte[16 * MIB + 1]);
        assertThat(ask(peer, 2, "vote").sentence())
                .contains("an object must not be larger than the limit: bytes=16777217, limit=16777216");
        assertThat(load(peer, HUGE).sentence()).contains("an object must not be larger than the limit: bytes=16777217");
        assertThat(server.log).isEmpty();
    }

    @Test
    void shouldGiveConflictsInPartsThatFitIntoAMessage() throws IOException {
        SocketPeer other = server.writing();
        for (int oid = 1; oid <= 5; oid++) {
            commit(other, oid, new byte[] {1});
        }
        SocketPeer peer = server.writing();
        peer.begin();
        for (int oid = 1; oid <= 5; oid++) {
            peer.store(oid, new byte[5 * MIB]);
        }
        assertThat(ask(peer, 2, "vote").content().asArrayValue()).hasSize(3);
        assertThat(ask(peer, 3, "tpc_abort").flag()).isZero();
        assertThat(server.log).isEmpty();
    }

    /** A client that was away drops its cache instead, so that bulk imports do not stay in memory for it. */
    @Test
    void shouldForgetCommitsOfManyObjectsBeforeLong() throws IOException {
        SocketPeer peer = server.writing();
        byte[] first = commit(peer, 10_000, 60_000);
        byte[] second = commit(peer, 100_000, 60_000);
        peer.call(5, "getInvalidations", first);
        ArrayValue changed = peer.reply(5).content().asArrayValue();
        assertThat(changed.get(0).asBinaryValue().asByteArray()).isEqualTo(second);
        assertThat(changed.get(1).asArrayValue()).hasSize(60_000);
        peer.call(6, "getInvalidations", ZeoCodec.id(ByteBuffer.wrap(first).getLong() - 1));
        assertThat(peer.reply(6).content().isNilValue()).isTrue();
    }

    /** Commits many new objects; the id of the transaction. */
    private static byte[] commit(SocketPeer peer, int oid, int count) throws IOException {
        peer.begin();
        for (int i = 0; i < count; i++) {
            peer.store(oid + i, new byte[] {1});
        }
        assertThat(ask(peer, 2, "vote").content().asArrayValue()).isEmpty();
        return ask(peer, 3, "tpc_finish").content().asBinaryValue().asByteArray();
    }
}
