// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.ManualClock;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client that has voted holds everybody's commits up, but not for ever. */
class CommitTurnTest {
    private static final Duration TIMEOUT = ServerConfig.defaults().transactionTimeout();
    private static final int VOTE = 2;
    private static final int FINISH = 3;

    @TempDir
    private Path folder;

    private final ManualClock clock = new ManualClock();

    @AutoClose
    private TestServer server;

    @BeforeEach
    void serve() throws IOException {
        server = new TestServer(folder.resolve("Data.fs"), MemoryBudget.of(1 << 20), clock);
    }

    private SocketPeer voting(long oid) throws IOException {
        SocketPeer peer = server.writing();
        peer.begin();
        peer.store(oid, new byte[] {1});
        peer.call(VOTE, "vote", SocketPeer.TRANSACTION);
        return peer;
    }

    private static void finish(SocketPeer peer) throws IOException {
        peer.call(FINISH, "tpc_finish", SocketPeer.TRANSACTION);
        assertThat(peer.reply(FINISH).flag()).isZero();
    }

    @Test
    void shouldEndWhoVotesAndStopsAndLetTheNextOneVote() throws IOException {
        SocketPeer stopped = voting(1);
        assertThat(stopped.reply(VOTE).flag()).isZero();
        SocketPeer next = voting(2);
        clock.advance(TIMEOUT.minusMillis(1));
        assertThat(server.log).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(next.reply(VOTE).content().asArrayValue()).isEmpty();
        assertThat(stopped.isEnded()).isTrue();
        assertThat(server.log)
                .singleElement()
                .asString()
                .matches("link ended: peer=.*, a client must finish or abort what it has voted for in time:"
                        + " limit=60000 ms");
        finish(next);
        SocketPeer late = server.writing();
        late.call(VOTE, "loadBefore", ZeoCodec.id(1), ZeoCodec.id(Long.MAX_VALUE));
        assertThat(late.reply(VOTE).sentence()).contains("POSKeyError"); // nothing of it is left
    }

    @Test
    void shouldGiveEachItsOwnTime() throws IOException {
        SocketPeer first = voting(1);
        assertThat(first.reply(VOTE).flag()).isZero();
        SocketPeer second = voting(2);
        clock.advance(TIMEOUT.minusMillis(1));
        first.call(FINISH, "tpc_finish", SocketPeer.TRANSACTION);
        assertThat(second.reply(VOTE).flag()).isZero();
        clock.advance(TIMEOUT.minusMillis(1));
        assertThat(first.reply(FINISH).flag()).isZero();
        finish(second);
        clock.advance(TIMEOUT.multipliedBy(2)); // nobody has the turn
        assertThat(server.log).isEmpty();
    }
}
