// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.CallTimeoutException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.examples.objstore.ZodbPython;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.zeo.ZeoCodec;
import io.troupe.examples.objstore.zeo.ZeoServer;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.testkit.Await;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;

/** The client, beside our server, and beside one whose every frame the test sends. */
class ObjectClientTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final Transport transport = closed(Transport.ofSockets("client", TransportConfig.defaults()));

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    private <T extends AutoCloseable> T closed(T each) {
        open.add(each);
        return each;
    }

    private ObjectClient client(int port, ClientConfig config) throws InterruptedException {
        return closed(ObjectClient.open(transport, Address.parse("tcp://127.0.0.1:" + port), config));
    }

    private int writing() throws IOException {
        FileStorageWriter writer = closed(FileStorageWriter.open(folder.resolve("Data.fs")));
        ZeoServer server = closed(ZeoServer.writing(writer, log::add));
        return server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Load load) {
        return load instanceof Load.Found found ? new String(found.data(), StandardCharsets.UTF_8) : load.toString();
    }

    // ---- beside our server ----------------------------------------------------------------------------------------

    @Test
    void shouldReadWhatTheFileHasOfEveryObjectAtEveryTransaction() throws Exception {
        FileStorage storage = closed(FileStorage.open(ZodbPython.copy(folder, "fs30.fs")));
        ZeoServer server = closed(ZeoServer.reading(storage, log::add));
        int port =
                server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
        ObjectClient client = client(port, ClientConfig.reading());

        assertThat(client.head()).isEqualTo(storage.head());
        assertThat(client.length()).isEqualTo(storage.length());
        int compared = 0;
        for (String line : new String(ZodbPython.bytes("fs30.txt"), StandardCharsets.UTF_8)
                .lines()
                .skip(1)
                .toList()) {
            List<String> words = Arrays.asList(line.split(" ", -1));
            long oid = Long.parseLong(words.get(0));
            long at = Math.min(Long.parseLong(words.get(1)) - 1, storage.head());
            Load expected = storage.loadBefore(oid, at + 1, storage.head());
            for (int again = 0; again < 2; again++) { // the second time from the cache
                Load actual = client.load(oid, at);
                assertThat(actual.getClass()).isEqualTo(expected.getClass());
                if (actual instanceof Load.Found found && expected instanceof Load.Found wanted) {
                    assertThat(found.data()).isEqualTo(wanted.data());
                    assertThat(found.tid()).isEqualTo(wanted.tid());
                    assertThat(found.next()).isEqualTo(wanted.next());
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(50);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldSeeWhatAnotherClientHasCommitted() throws Exception {
        int port = writing();
        ObjectClient author = client(port, ClientConfig.writing());
        ObjectClient reader = client(port, ClientConfig.reading());
        long first = author.commit("one", List.of(new Change.Store(5, 0, bytes("a"))));
        assertThat(reader.awaitHead(0, 20, TimeUnit.SECONDS)).isEqualTo(first);
        assertThat(text(reader.load(5, first))).isEqualTo("a");

        long second = author.commit("two", List.of(new Change.Store(5, first, bytes("b"))));

        assertThat(author.head()).isEqualTo(second);
        assertThat(text(author.load(5, second))).isEqualTo("b");
        assertThat(reader.awaitHead(first, 20, TimeUnit.SECONDS)).isEqualTo(second);
        assertThat(text(reader.load(5, second))).isEqualTo("b");
        assertThat(reader.load(5, first)).isInstanceOfSatisfying(Load.Found.class, found -> {
            assertThat(text(found)).isEqualTo("a");
            assertThat(found.next()).isEqualTo(second);
        });
        assertThat(author.commit("three", List.of(new Change.Check(5, second), new Change.Delete(5, second))))
                .isGreaterThan(second);
        assertThat(author.load(5, author.head())).isEqualTo(new Load.Missing());
    }

    @Test
    void shouldRefuseAConflictAndCommitAfterwards() throws Exception {
        int port = writing();
        ObjectClient author = client(port, ClientConfig.writing());
        ObjectClient other = client(port, ClientConfig.writing());
        long first = author.commit("one", List.of(new Change.Store(5, 0, bytes("a"))));

        assertThatThrownBy(() -> other.commit("two", List.of(new Change.Store(5, 0, bytes("b")))))
                .isInstanceOf(ConflictException.class)
                .hasMessage("an object must be as the transaction has read it: oid=0000000000000005");
        assertThatThrownBy(() -> other.commit("two", List.of(new Change.Delete(9, 0))))
                .isInstanceOf(RemoteFailedException.class);
        assertThat(other.commit("three", List.of(new Change.Store(5, first, bytes("b")))))
                .isGreaterThan(first);
    }

    @Test
    void shouldRefuseATransactionOfAReader() throws Exception {
        FileStorage storage = closed(FileStorage.open(ZodbPython.copy(folder, "fs30.fs")));
        ZeoServer server = closed(ZeoServer.reading(storage, log::add));
        int port =
                server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();

        assertThatThrownBy(() -> client(port, ClientConfig.writing()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("ReadOnlyError");
        ObjectClient reader = client(port, ClientConfig.reading());
        assertThatThrownBy(() -> reader.commit("no", List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a client must be opened for writing before it commits");
        long head = reader.head();
        assertThatThrownBy(() -> reader.load(0, head + 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("a load must be of a transaction that the client was told of: at=");
    }

    @Test
    void shouldRefuseAnAddressWhereNobodyListens() throws IOException {
        int port;
        try (ServerSocket none = new ServerSocket(0)) {
            port = none.getLocalPort();
        }
        assertThatThrownBy(() -> client(port, ClientConfig.reading())).isInstanceOf(LinkRefusedException.class);
    }

    // ---- beside a server of the test ------------------------------------------------------------------------------

    /** A server with one client, which says what it is told to. */
    private final class Script implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        private @Nullable Socket socket;

        Script() throws IOException {
            closed(this);
        }

        /** A client that is registered, with transaction 10 as the last one. */
        ObjectClient accept(ClientConfig config) throws Exception {
            CompletableFuture<ObjectClient> client = CompletableFuture.supplyAsync(() -> {
                try {
                    return client(listener.getLocalPort(), config);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            greet("M5");
            assertThat(new String(frame(), StandardCharsets.US_ASCII)).isEqualTo("M5");
            assertThat(call().operation()).isEqualTo("register");
            reply(1, ZeoCodec.id(10));
            return client.get(20, TimeUnit.SECONDS);
        }

        void greet(String word) throws IOException {
            Socket accepted = listener.accept();
            accepted.setSoTimeout((int) LIMIT.toMillis());
            socket = accepted;
            send(bytes(word));
        }

        Socket socket() {
            if (socket == null) {
                throw new AssertionError("not accepted");
            }
            return socket;
        }

        void send(byte[] frame) throws IOException {
            DataOutputStream out = new DataOutputStream(socket().getOutputStream());
            out.writeInt(frame.length);
            out.write(frame);
            out.flush();
        }

        byte[] frame() throws IOException {
            DataInputStream in = new DataInputStream(socket().getInputStream());
            return in.readNBytes(in.readInt());
        }

        ZeoCodec.Message call() throws Exception {
            ZeoCodec.Message call = ZeoCodec.message(frame());
            if (call == null) {
                throw new AssertionError("a heartbeat");
            }
            return call;
        }

        /** The number of a load that must be the next call. */
        int load() throws Exception {
            ZeoCodec.Message call = call();
            assertThat(call.operation()).isEqualTo("loadBefore");
            return ((Long) call.id()).intValue();
        }

        void reply(int id, @Nullable Object result) throws IOException {
            packed(id, 0, result);
        }

        void fault(int id, String type) throws IOException {
            packed(id, 2, List.of(type, List.of(bytes("x"))));
        }

        private void packed(int id, int flag, @Nullable Object result) throws IOException {
            try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
                out.packArrayHeader(4).packInt(id).packInt(flag).packString(ZeoCodec.REPLY);
                pack(out, result);
                send(out.toByteArray());
            }
        }

        private void pack(MessageBufferPacker out, @Nullable Object value) throws IOException {
            if (value instanceof byte[] data) {
                out.packBinaryHeader(data.length).writePayload(data);
            } else if (value instanceof List<?> list) {
                out.packArrayHeader(list.size());
                for (Object each : list) {
                    pack(out, each);
                }
            } else if (value instanceof String text) {
                out.packString(text);
            } else {
                out.packNil();
            }
        }

        void found(int id, String data, long tid, long next) throws IOException {
            reply(id, Arrays.asList(bytes(data), ZeoCodec.id(tid), next == 0 ? null : ZeoCodec.id(next)));
        }

        void invalidate(long tid, long oid) throws IOException {
            send(ZeoCodec.call("invalidateTransaction", ZeoCodec.id(tid), List.of(ZeoCodec.id(oid))));
        }

        @Override
        public void close() throws IOException {
            listener.close();
            if (socket != null) {
                socket.close();
            }
        }
    }

    private static CompletableFuture<Load> later(ObjectClient client, long oid, long at) {
        CompletableFuture<Load> outcome = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                outcome.complete(client.load(oid, at));
            } catch (InterruptedException | RuntimeException e) {
                outcome.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return outcome;
    }

    private static String text(CompletableFuture<Load> load) throws Exception {
        return text(load.get(20, TimeUnit.SECONDS));
    }

    @Test
    void shouldAskOnceForAnObjectThatSeveralWaitFor() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading());
        client.prefetch(1, 10);
        client.prefetch(1, 10);
        List<CompletableFuture<Load>> waiting = List.of(later(client, 1, 10), later(client, 1, 10));
        int id = server.load();
        client.prefetch(2, 10); // the next call, if nobody has asked again
        server.found(id, "one", 7, 0);

        for (CompletableFuture<Load> each : waiting) {
            assertThat(text(each)).isEqualTo("one");
        }
        assertThat(server.load()).isEqualTo(id + 1);
        assertThat(text(client.load(1, 8))).isEqualTo("one"); // of an earlier transaction, without a call
        client.prefetch(1, 6);
        assertThat(server.load()).isEqualTo(id + 2);
    }

    @Test
    void shouldEndARevisionWithTheInvalidationThatReplacesIt() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading());
        client.prefetch(1, 10);
        server.found(server.load(), "old", 7, 0);
        server.invalidate(12, 1);
        assertThat(client.awaitHead(10, 20, TimeUnit.SECONDS)).isEqualTo(12);

        assertThat(client.load(1, 11)).isInstanceOfSatisfying(Load.Found.class, found -> {
            assertThat(text(found)).isEqualTo("old");
            assertThat(found.next()).isEqualTo(12);
        });
        CompletableFuture<Load> current = later(client, 1, 12);
        server.found(server.load(), "new", 12, 0);
        assertThat(text(current)).isEqualTo("new");
        server.invalidate(13, 2);
        assertThat(client.awaitHead(12, 20, TimeUnit.SECONDS)).isEqualTo(13);
        assertThat(text(client.load(1, 13))).isEqualTo("new");
    }

    @Test
    void shouldKeepNoFailures() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading());
        client.prefetch(1, 10);
        client.prefetch(2, 10);
        server.fault(server.load(), "ZODB.POSException.StorageError");
        server.found(server.load(), "two", 7, 0);
        Await.until("both are there", LIMIT, () -> client.cachedBytes() > 0);
        CompletableFuture<Load> missing = later(client, 1, 10);
        server.fault(server.load(), "ZODB.POSException.POSKeyError");
        assertThat(text(missing)).isEqualTo("Missing[]");
        CompletableFuture<Load> refused = later(client, 1, 10);
        server.fault(server.load(), "ZODB.POSException.StorageError");
        assertThatThrownBy(() -> text(refused))
                .hasCauseInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("StorageError");
        CompletableFuture<Load> fine = later(client, 1, 10);
        server.found(server.load(), "one", 7, 0);
        assertThat(text(fine)).isEqualTo("one");
    }

    @Test
    void shouldHaveNoMoreCallsUnderWayThanItsWindow() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading().window(2).patience(Duration.ofMillis(1500)));
        client.prefetch(1, 10);
        client.prefetch(2, 10);
        assertThatThrownBy(() -> client.prefetch(3, 10))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("a server must answer in time: waits for=room in the window, limit=1500 ms");
        assertThatThrownBy(() -> client.load(2, 10))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("a server must answer in time: waits for=loadBefore, limit=1500 ms");
        int first = server.load();
        assertThat(server.load()).isEqualTo(first + 1);
        server.found(first, "one", 7, 0);
        Await.until("the first is there", LIMIT, () -> client.cachedBytes() > 0);
        client.prefetch(3, 10);
        assertThat(server.load()).isEqualTo(first + 2);
    }

    @Test
    void shouldFailCallsWhenTheLinkEnds() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading().window(1));
        CompletableFuture<Load> waiting = later(client, 1, 10);
        server.load();
        CompletableFuture<Load> behind = later(client, 2, 10); // waits for room, or comes too late
        server.socket().close();

        for (CompletableFuture<Load> each : List.of(waiting, behind)) {
            assertThatThrownBy(() -> text(each))
                    .hasCauseInstanceOf(LinkLostException.class)
                    .hasMessageContaining("a link must be up: peer=");
        }
        assertThatThrownBy(() -> client.load(1, 10)).isInstanceOf(LinkLostException.class);
        assertThatThrownBy(() -> client.awaitHead(10, 20, TimeUnit.SECONDS)).isInstanceOf(LinkLostException.class);
    }

    @Test
    void shouldEndTheLinkOfAServerThatBreaksTheProtocol() throws Exception {
        Script server = new Script();
        ObjectClient client = server.accept(ClientConfig.reading());
        server.reply(77, null);
        assertThatThrownBy(() -> client.awaitHead(10, 20, TimeUnit.SECONDS))
                .hasMessageEndingWith("cause=a reply must be one that was asked for: id=77");

        Script late = new Script();
        ObjectClient other = late.accept(ClientConfig.reading());
        late.invalidate(9, 1);
        assertThatThrownBy(() -> other.awaitHead(10, 20, TimeUnit.SECONDS))
                .hasMessageEndingWith("cause=invalidations must come in the order of their transactions:"
                        + " tid=0000000000000009, head=000000000000000a");

        Script pickles = new Script();
        CompletableFuture<Void> refused = CompletableFuture.runAsync(
                () -> assertThatThrownBy(() -> client(pickles.listener.getLocalPort(), ClientConfig.reading()))
                        .isInstanceOf(LinkLostException.class)
                        .hasMessageEndingWith(
                                "cause=a server must speak protocol M5, which is ZEO 5 with msgpack: first bytes=5a35"));
        pickles.greet("Z5");
        refused.get(20, TimeUnit.SECONDS);
    }

    @Test
    void shouldGiveUpOnAServerThatSaysNothing() throws IOException {
        Script silent = new Script();
        assertThatThrownBy(() -> client(
                        silent.listener.getLocalPort(), ClientConfig.reading().patience(Duration.ofMillis(50))))
                .isInstanceOf(CallTimeoutException.class)
                .hasMessage("a server must answer in time: waits for=greeting, limit=50 ms");
    }

    // ---- the cache ------------------------------------------------------------------------------------------------

    @Test
    void shouldKeepNoMoreBytesThanItMay() {
        RevisionCache cache = new RevisionCache(10_000);
        for (int oid = 0; oid < 100; oid++) {
            cache.put(oid, new Load.Found(new byte[1000], 5, 0));
            cache.get(0, 5); // used, so it stays
            assertThat(cache.bytes()).isLessThanOrEqualTo(10_000);
        }
        assertThat(cache.get(0, 5)).isNotNull();
        assertThat(cache.get(1, 5)).isNull();
        assertThat(cache.get(99, 5)).isNotNull();
        cache.put(200, new Load.Found(new byte[10_000], 5, 0)); // larger than all
        assertThat(cache.get(200, 5)).isNull();
        cache.put(99, new Load.Found(new byte[1000], 5, 0)); // again: counted once
        cache.clear();
        assertThat(cache.bytes()).isZero();
        assertThat(cache.get(99, 5)).isNull();
    }
}
