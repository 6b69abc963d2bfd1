// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.net.transport.Address;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients see when an actor of the server fails, for want of memory or by a mistake: never silence. */
class FailingServerTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long POISON = 99;

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();

    /** A storage without memory for one object, and from some time on for anything. */
    private static final class Exhausted extends ObjectStorage.Forwarding {
        private volatile boolean everywhere;

        Exhausted(ObjectStorage storage) {
            super(storage);
        }

        @Override
        public @Nullable Load cached(long oid, long before, long seen) throws IOException {
            if (oid == POISON) {
                throw new OutOfMemoryError("Java heap space");
            }
            return super.cached(oid, before, seen);
        }

        @Override
        public int length() {
            if (everywhere) {
                throw new OutOfMemoryError("Java heap space");
            }
            return super.length();
        }
    }

    private static void vote(SocketPeer peer, long oid) throws IOException {
        peer.begin();
        peer.store(oid, new byte[] {1});
        peer.call(2, "vote", SocketPeer.TRANSACTION);
    }

    private static int port(ZeoServer server) {
        return server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    @Test
    void shouldEndALinkWhoseActorFailsAndLetTheNextOneVote() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"));
                ZeoServer server = new ZeoServer(
                        new Exhausted(writer.storage()), writer, MemoryBudget.of(1 << 20), Clock.system(), log::add)) {
            int port = port(server);
            try (SocketPeer first = SocketPeer.writing(port);
                    SocketPeer second = SocketPeer.writing(port)) {
                vote(first, 1);
                assertThat(first.reply(2).flag()).isZero();
                vote(second, 2); // has to wait
                first.call(3, "loadBefore", ZeoCodec.id(POISON), ZeoCodec.id(-1));
                assertThat(first.isEnded()).isTrue();
                assertThat(second.reply(2).flag()).isZero();
            }
            assertThat(log)
                    .singleElement()
                    .asString()
                    .endsWith(
                            "a server must be able to serve a link: cause=java.lang.OutOfMemoryError: Java heap space");
        }
    }

    @Test
    void shouldGiveBackTheMemoryOfATransactionWhoseLinkFails() throws IOException {
        MemoryBudget memory = MemoryBudget.of(1 << 20);
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"));
                ZeoServer server =
                        new ZeoServer(new Exhausted(writer.storage()), writer, memory, Clock.system(), log::add);
                SocketPeer peer = SocketPeer.writing(port(server))) {
            peer.begin();
            peer.store(1, new byte[100_000]);
            peer.call(2, "ping");
            peer.reply(2);
            assertThat(memory.used()).isGreaterThan(100_000);
            peer.call(3, "loadBefore", ZeoCodec.id(POISON), ZeoCodec.id(-1));
            assertThat(peer.isEnded()).isTrue();
            Await.until("it is given back", LIMIT, () -> memory.used() == 0);
        }
    }

    @Test
    void shouldSayThatItHasEndedWhenItCannotTellOfCommits() throws IOException {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("Data.fs"))) {
            Exhausted storage = new Exhausted(writer.storage());
            try (ZeoServer server = new ZeoServer(storage, writer, MemoryBudget.of(1 << 20), Clock.system(), log::add);
                    SocketPeer peer = SocketPeer.writing(port(server))) {
                vote(peer, 1);
                assertThat(peer.reply(2).flag()).isZero();
                assertThat(server.ended().result()).isEmpty();
                storage.everywhere = true;
                peer.call(3, "tpc_finish", SocketPeer.TRANSACTION);
                assertThat(server.ended().await(LIMIT).toString()).contains("committer");
            }
        }
    }
}
