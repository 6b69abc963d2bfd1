// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.filestorage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.error.RemoteFailedException;
import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.zeo.SocketPeer;
import io.troupe.examples.objstore.zeo.ZeoServer;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A disk that is full at any byte of a transaction, or that fails. */
class FullDiskTest {
    private static final byte[] NONE = {};
    private static final byte[] LARGE = new byte[70_000];

    @TempDir
    private Path folder;

    private final List<FullDisk> disks = new ArrayList<>();
    private final List<String> log = new CopyOnWriteArrayList<>();

    private FileStorageWriter open(Path file) throws IOException {
        return FileStorageWriter.open(file, 0, this::between);
    }

    private FileChannel between(FileChannel channel) {
        FullDisk disk = new FullDisk(channel);
        disks.add(disk);
        return disk;
    }

    private static FileStorageWriter open(Path file, long room) throws IOException {
        return FileStorageWriter.open(file, 0, channel -> {
            FullDisk disk = new FullDisk(channel);
            disk.room = room;
            return disk;
        });
    }

    private static Vote.Accepted vote(FileStorageWriter writer, long serial) throws IOException {
        return (Vote.Accepted) writer.vote(
                "me".getBytes(StandardCharsets.US_ASCII),
                NONE,
                NONE,
                List.of(
                        new Change.Store(1, serial, "text".getBytes(StandardCharsets.US_ASCII)),
                        new Change.Store(2, serial, LARGE)),
                Instant.EPOCH);
    }

    private static long commit(FileStorageWriter writer, long serial) throws IOException {
        Vote.Accepted accepted = vote(writer, serial);
        writer.finish(accepted);
        writer.sync();
        writer.publish(accepted);
        return accepted.tid();
    }

    @Test
    void shouldFailTheTransactionAndGoOnWhereverTheDiskIsFull() throws IOException {
        Path file = folder.resolve("Data.fs");
        int failed = 0;
        try (FileStorageWriter writer = open(file)) {
            FullDisk disk = disks.get(0);
            long serial = commit(writer, 0);
            long size = Files.size(file);
            Vote.Accepted whole = vote(writer, serial);
            long bytes = whole.end() - whole.offset();
            writer.abort(whole);
            for (long room = 0;
                    room <= bytes;
                    room += room < 200 || room >= bytes - 50 ? 1 : Math.min(997, bytes - 50 - room)) {
                disk.room = room;
                if (room == bytes) { // the vote fits, and the one byte that finishes it does not
                    Vote.Accepted accepted = vote(writer, serial);
                    assertThatThrownBy(() -> writer.finish(accepted)).hasMessage("No space left on device");
                    writer.abort(accepted);
                } else {
                    assertThatThrownBy(() -> vote(writer, serial)).hasMessage("No space left on device");
                }
                failed++;
                assertThat(Files.size(file)).isEqualTo(size);
                assertThat(writer.storage().loadBefore(2, -1, writer.storage().head()))
                        .isInstanceOfSatisfying(Load.Found.class, found -> assertThat(found.tid())
                                .isEqualTo(serial));
            }
            disk.room = Long.MAX_VALUE;
            assertThat(commit(writer, serial)).isGreaterThan(serial);
        }
        assertThat(failed).isGreaterThan(300);
        try (FileStorage storage = FileStorage.open(file)) {
            assertThat(storage.tail()).isNull();
            assertThat(storage.length()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3})
    void shouldSayWhatIsInTheWayAndWhatHelpsWhenTheDiskIsFullAtOpening(long room) throws IOException {
        Path file = folder.resolve("Data.fs");
        assertThatThrownBy(() -> open(file, room))
                .isInstanceOf(IOException.class)
                .hasMessage("a storage must be writable to be opened for writing, so make room or give permission,"
                        + " or open it read-only: file=" + file + ", cause=No space left on device");
        assertThat(file).isEmptyFile();
        try (FileStorageWriter writer = open(file)) { // there is room now
            assertThat(commit(writer, 0)).isPositive();
        }
    }

    @Test
    void shouldNotAskForRoomWhenItIsReadingThatFails() throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = open(file)) {
            commit(writer, 0);
        }
        assertThatThrownBy(() -> FileStorageWriter.open(file, 0, channel -> {
                    FullDisk disk = new FullDisk(channel);
                    disk.unreadable = true;
                    return disk;
                }))
                .isInstanceOf(IOException.class)
                .hasMessage("a storage must be readable, so look after its disk, or take a copy of the file: file="
                        + file + ", offset=0, cause=Input/output error");
        assertThatThrownBy(() -> FileStorageWriter.open(file, 0, FullDiskTest::closed))
                .isInstanceOf(ClosedChannelException.class);
    }

    private static FileChannel closed(FileChannel channel) {
        try {
            channel.close();
            return channel;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2})
    void shouldLeaveNothingOfATailThatItCannotKeep(long room) throws IOException {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = open(file)) {
            commit(writer, 0);
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, new byte[] {1, 2, 3}, StandardOpenOption.APPEND);
        assertThatThrownBy(() -> open(file, room))
                .hasMessageEndingWith("file=" + file + ", cause=No space left on device");
        assertThat(folder.resolve("Data.fs.tr0")).doesNotExist();
        try (FileStorageWriter writer = FileStorageWriter.open(file)) {
            assertThat(writer.storage().end()).isEqualTo(whole.length);
        }
        assertThat(file).hasBinaryContent(whole);
        assertThat(folder.resolve("Data.fs.tr0")).hasBinaryContent(new byte[] {1, 2, 3});
    }

    /** What a test does with a client of a server on a disk. */
    private interface Session {
        void run(ObjectClient client, FullDisk disk, int port) throws Exception;
    }

    private void serving(Session session) throws Exception {
        try (FileStorageWriter writer = open(folder.resolve("Data.fs"));
                ZeoServer server = ZeoServer.writing(writer, log::add);
                Transport transport = Transport.ofSockets("client", TransportConfig.defaults())) {
            Address address = server.listen(Address.parse("tcp://127.0.0.1:0")).await(Duration.ofSeconds(20));
            try (ObjectClient client = ObjectClient.open(transport, address, ClientConfig.writing())) {
                session.run(client, disks.get(0), address.port());
            }
        }
    }

    @Test
    void shouldTellClientsOfAFullDiskAndOfABrokenOne() throws Exception {
        serving((client, disk, port) -> {
            long first = client.commit(
                    "one", List.of(new Change.Store(1, 0, new byte[] {1}), new Change.Store(2, 0, LARGE)));
            disk.room = 1000;
            assertThatThrownBy(() -> client.commit("two", List.of(new Change.Store(2, first, LARGE))))
                    .isInstanceOf(RemoteFailedException.class)
                    .hasMessageContaining("a transaction must be writable: cause=No space left on device");
            disk.room = Long.MAX_VALUE;
            long third = client.commit("three", List.of(new Change.Store(2, first, LARGE)));

            disk.broken = true;
            assertThatThrownBy(() -> client.commit("four", List.of(new Change.Store(2, third, LARGE))))
                    .hasMessageContaining("since its disk has failed: cause=Input/output error");
            disk.broken = false; // nobody knows what it has, so it stays closed
            assertThatThrownBy(() -> client.commit("five", List.of(new Change.Store(2, third, LARGE))))
                    .hasMessageContaining("the storage takes no more transactions");
            client.clearCache();
            assertThat(client.load(2, client.head())).isInstanceOf(Load.Found.class);
        });
    }

    /** Whoever runs the server sees each change once, however many clients ask meanwhile. */
    @Test
    void shouldTellItsOperatorWhenWritingFailsAndWhenItWorksAgain() throws Exception {
        serving((client, disk, port) -> {
            long first = client.commit("one", List.of(new Change.Store(2, 0, LARGE)));
            disk.room = 1000;
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> client.commit("two", List.of(new Change.Store(2, first, LARGE))))
                        .isInstanceOf(RemoteFailedException.class);
                assertThat(log)
                        .singleElement()
                        .asString()
                        .matches("writing has failed: bytes=70[0-9]+, cause=No space left on device");
            }
            assertThat(status(port)).contains("\"writing\":\"writing has failed: bytes=70");
            assertThat(monitored(port)).contains("\"reading\": true, \"writing\": false");
            disk.room = 1000; // the last one has taken it
            client.commit("small", List.of(new Change.Store(3, 0, new byte[] {1})));
            assertThat(log).hasSize(1); // larger ones fail as before
            disk.room = Long.MAX_VALUE;
            client.commit("three", List.of(new Change.Store(2, first, LARGE)));
            assertThat(log).hasSize(2).last().asString().matches("writing works again: bytes=70[0-9]+");
            assertThat(status(port)).contains("\"reading\":\"works\",\"writing\":\"works\"");
            assertThat(monitored(port)).contains("\"reading\": true, \"writing\": true");

            disk.broken = true;
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> client.commit("four", List.of(new Change.Store(4, 0, LARGE))))
                        .isInstanceOf(RemoteFailedException.class);
            }
            assertThat(log)
                    .hasSize(3)
                    .last()
                    .isEqualTo("the storage takes no more transactions, since its disk has failed: cause=Input/output"
                            + " error");
            assertThat(status(port)).contains("\"writing\":\"the storage takes no more transactions");
        });
    }

    @Test
    void shouldTellItsOperatorWhenReadingFailsAndWhenItWorksAgain() throws Exception {
        serving((client, disk, port) -> {
            long first = client.commit("one", List.of(new Change.Store(2, 0, LARGE), new Change.Store(3, 0, LARGE)));
            disk.unreadable = true;
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> client.load(2, first)).isInstanceOf(RemoteFailedException.class);
                assertThatThrownBy(() -> client.load(3, first)).isInstanceOf(RemoteFailedException.class);
            }
            assertThat(log)
                    .singleElement()
                    .asString()
                    .startsWith("reading has failed: oid=0000000000000002, cause=a storage must be readable")
                    .endsWith("cause=Input/output error");
            assertThat(status(port)).contains("\"reading\":\"reading has failed: oid=0000000000000002");
            assertThat(monitored(port)).contains("\"reading\": false, \"writing\": true");
            disk.unreadable = false;
            client.load(3, first);
            assertThat(log).hasSize(1); // what has failed may still do so
            client.load(2, first);
            assertThat(log).hasSize(2).last().isEqualTo("reading works again: oid=0000000000000002");
        });
    }

    private static String status(int port) throws IOException {
        try (SocketPeer peer = SocketPeer.writing(port)) {
            peer.call(2, "server_status");
            return peer.reply(2).content().toString();
        }
    }

    private static String monitored(int port) throws IOException {
        try (SocketPeer peer = new SocketPeer(port)) {
            peer.receive();
            peer.send("ruok".getBytes(StandardCharsets.US_ASCII));
            return new String(peer.receive(), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void shouldAnswerClientsWhenThereIsNoMemory() throws Exception {
        serving((client, disk, port) -> {
            long first = client.commit("one", List.of(new Change.Store(2, 0, LARGE)));
            disk.withoutMemory = true;
            assertThatThrownBy(() -> client.load(2, first))
                    .isInstanceOf(RemoteFailedException.class)
                    .hasMessageContaining("a server must have memory for an object: cause=Java heap space");
            assertThat(client.load(2, first)).isInstanceOf(Load.Found.class);

            disk.withoutMemory = true;
            assertThatThrownBy(() -> client.commit("two", List.of(new Change.Store(3, 0, LARGE))))
                    .isInstanceOf(RemoteFailedException.class)
                    .hasMessageContaining("a transaction must be writable: cause=Java heap space");
            assertThat(client.commit("three", List.of(new Change.Store(3, 0, LARGE))))
                    .isGreaterThan(first);
        });
    }

    @Test
    void shouldMoveLargeObjectsInPiecesAsThreadsKeepTheMemoryForThem() throws Exception {
        byte[] large = new byte[(5 << 20) + 7];
        new Random(1).nextBytes(large);
        try (FileStorageWriter writer = open(folder.resolve("Data.fs"))) {
            Vote.Accepted accepted = (Vote.Accepted)
                    writer.vote(NONE, NONE, NONE, List.of(new Change.Store(2, 0, large)), Instant.EPOCH);
            writer.finish(accepted);
            writer.sync();
            writer.publish(accepted);
            assertThat(writer.storage().loadBefore(2, -1, writer.storage().head()))
                    .isInstanceOfSatisfying(
                            Load.Found.class, found -> assertThat(found.data()).isEqualTo(large));
            assertThat(disks.get(0).largest).hasValueLessThanOrEqualTo(1 << 20);
        }
    }

    @Test
    void shouldNameTheFileWhenAnObjectCannotBeRead() throws Exception {
        Path file = folder.resolve("Data.fs");
        try (FileStorageWriter writer = open(file)) {
            commit(writer, 0);
            disks.get(0).unreadable = true;
            assertThatThrownBy(() ->
                            writer.storage().loadBefore(2, -1, writer.storage().head()))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "a storage must be readable, so look after its disk, or take a copy of the file:" + " file="
                                    + file + ", offset=")
                    .hasMessageEndingWith(", cause=Input/output error");
        }
    }
}
