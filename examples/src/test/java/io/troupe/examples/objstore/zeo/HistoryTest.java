// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ConflictException;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Readers beside writers. Every read is written down with the transaction as of which it was made; afterwards the file, which
 * keeps all revisions, tells what each of them had to be.
 */
class HistoryTest {
    private static final int OBJECTS = 20;
    private static final byte[] DATA = new byte[100];

    @TempDir
    private Path folder;

    /** @param at a head of the reader */
    private record Read(long oid, long at, long tid, long next) {}

    @Test
    void shouldReadWhatTheFileHasBesideWriters() throws Exception {
        check(4, 2, 10);
    }

    @Test
    @Tag("soak")
    void shouldReadWhatTheFileHasBesideSixteenWriters() throws Exception {
        check(16, 6, 40);
    }

    private void check(int writers, int readers, int commits) throws Exception {
        Path file = folder.resolve("Data.fs");
        List<Long> acknowledged = new ArrayList<>();
        List<Read> reads = new ArrayList<>();
        ExecutorService threads = Executors.newCachedThreadPool();
        try (FileStorageWriter writer = FileStorageWriter.open(file);
                ZeoServer server = ZeoServer.writing(writer, line -> {});
                Transport transport = Transport.ofSockets("client", TransportConfig.defaults())) {
            Address address = server.listen(Address.parse("tcp://127.0.0.1:0")).await(Duration.ofSeconds(20));
            AtomicBoolean over = new AtomicBoolean();
            List<Future<List<Read>>> reading = new ArrayList<>();
            for (int i = 0; i < readers; i++) {
                // some read all from the server, some have a cache that invalidations must keep right
                ClientConfig config = ClientConfig.reading().cacheBytes(i % 2 == 0 ? 1 << 20 : 0);
                ObjectClient client = ObjectClient.open(transport, address, config);
                Random random = new Random(i);
                reading.add(threads.submit(() -> read(client, random, over)));
            }
            List<Callable<List<Long>>> writing = new ArrayList<>();
            for (int i = 0; i < writers; i++) {
                Random random = new Random(100 + i);
                ObjectClient client = ObjectClient.open(transport, address, ClientConfig.writing());
                writing.add(() -> write(client, random, commits));
            }
            for (Future<List<Long>> each : threads.invokeAll(writing)) {
                acknowledged.addAll(each.get());
            }
            over.set(true);
            for (Future<List<Read>> each : reading) {
                reads.addAll(each.get(60, TimeUnit.SECONDS));
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(acknowledged).hasSize(writers * commits).doesNotHaveDuplicates();
        assertThat(reads).hasSizeGreaterThan(readers * OBJECTS);
        try (FileStorage storage = FileStorage.open(file, 64 << 20)) {
            assertThat(storage.head())
                    .isEqualTo(acknowledged.stream().mapToLong(tid -> tid).max().orElse(0));
            for (Read read : reads) {
                Load had = storage.loadBefore(read.oid, read.at + 1, storage.head());
                assertThat(had instanceof Load.Found found ? found.tid() : 0)
                        .as("%s", read)
                        .isEqualTo(read.tid);
                if (read.next != 0 && had instanceof Load.Found found) {
                    assertThat(found.next()).as("%s", read).isEqualTo(read.next);
                }
            }
        }
    }

    /** Commits two objects at a time, and again what was in conflict. */
    private static List<Long> write(ObjectClient client, Random random, int commits) throws InterruptedException {
        List<Long> tids = new ArrayList<>();
        try (client) {
            while (tids.size() < commits) {
                long head = client.head();
                List<Change> changes = new ArrayList<>();
                int first = random.nextInt(OBJECTS);
                for (int oid : new int[] {first, (first + 1 + random.nextInt(OBJECTS - 1)) % OBJECTS}) {
                    long serial = client.load(oid, head) instanceof Load.Found found ? found.tid() : 0;
                    changes.add(new Change.Store(oid, serial, DATA));
                }
                try {
                    tids.add(client.commit("", changes));
                } catch (ConflictException e) {
                    client.awaitHead(head, 10, TimeUnit.MILLISECONDS);
                }
            }
        }
        return tids;
    }

    private static List<Read> read(ObjectClient client, Random random, AtomicBoolean over) throws InterruptedException {
        List<Read> reads = new ArrayList<>();
        try (client) {
            long before = 0;
            boolean last = false;
            while (!last) {
                last = over.get();
                long at = client.head();
                assertThat(at).isGreaterThanOrEqualTo(before);
                for (int i = 0; i < OBJECTS; i++) {
                    long oid = random.nextInt(OBJECTS);
                    long when = random.nextInt(4) == 0 && before != 0 ? before : at; // the past, too
                    Load load = client.load(oid, when);
                    reads.add(
                            load instanceof Load.Found found
                                    ? new Read(oid, when, found.tid(), found.next())
                                    : new Read(oid, when, 0, 0));
                }
                before = at;
                if (!last) {
                    client.awaitHead(at, 1, TimeUnit.MILLISECONDS); // a cache would give the same a million times
                }
            }
        }
        return reads;
    }
}
