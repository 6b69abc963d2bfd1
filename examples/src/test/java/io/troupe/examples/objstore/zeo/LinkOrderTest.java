// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static io.troupe.examples.objstore.zeo.ScriptedClient.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import io.troupe.examples.objstore.filestorage.Vote;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.msgpack.value.ArrayValue;
import org.msgpack.value.Value;

/**
 * Loads beside commits, in every order that a schedule can bring about: what a client is told about an object always fits to the
 * transactions that it has been told about. Fails when {@link ZeoLink#loaded} uses every reply as it is.
 */
class LinkOrderTest {
    private static final int ROUNDS = 4;
    private static final byte[] NONE = {};

    @TempDir
    private Path folder;

    private int files;

    @Test
    void shouldTellAboutObjectsAsOfTheLastTransactionItHasToldAbout() {
        Schedules.of(60).named("link-order").run(simulator -> run(simulator, 0)).orThrow();
    }

    @Test
    void shouldDoSoWithObjectsFromMemory() {
        Schedules.of(60)
                .named("link-order-cached")
                .run(simulator -> run(simulator, 1 << 20))
                .orThrow();
    }

    private void run(Simulator simulator, long cacheBytes) {
        Path file = folder.resolve("run" + files++);
        try (FileStorageWriter writer = FileStorageWriter.open(file, cacheBytes)) {
            long first = commit(writer);
            ActorSystem system = simulator.system("objstore");
            List<Loader> loaders = List.of(
                    system.spawn(Loader.class, () -> new Loader(writer.storage()), "loader-0"),
                    system.spawn(Loader.class, () -> new Loader(writer.storage()), "loader-1"));
            Committer committer = system.spawn(
                    Committer.class, () -> new Committer(watched(writer), writer, Duration.ofDays(1)), "committer");
            ScriptedClient reader = new ScriptedClient();
            ScriptedClient author = new ScriptedClient();
            ZeoLink readerLink = link(system, 1, writer, loaders, committer, reader);
            ZeoLink authorLink = link(system, 2, writer, loaders, committer, author);
            readerLink.received("M5".getBytes(StandardCharsets.US_ASCII));
            readerLink.received(frame(1, "register", "1", true));
            authorLink.received("M5".getBytes(StandardCharsets.US_ASCII));
            authorLink.received(frame(1, "register", "1", false));
            simulator.until(() -> reader.frames().size() == 1 && author.frames().size() == 1, Duration.ofSeconds(1));
            long serial = first;
            for (int round = 0; round < ROUNDS; round++) {
                authorLink.received(frame(0, true, "tpc_begin", 5, "", "", Map.of()));
                authorLink.received(
                        frame(0, true, "storea", ZeoCodec.id(7), ZeoCodec.id(serial), new byte[] {(byte) round}, 5));
                authorLink.received(frame(10 + round, "vote", 5));
                for (int i = 0; i < 3; i++) {
                    readerLink.received(
                            frame(100 + 10 * round + i, "loadBefore", ZeoCodec.id(7), ZeoCodec.id(Long.MAX_VALUE)));
                }
                authorLink.received(frame(20 + round, "tpc_finish", 5));
                int expected = 20 + round;
                simulator.until(() -> author.reply(expected) != null, Duration.ofSeconds(1));
                serial = id(author.reply(expected));
            }
            simulator.until(() -> reader.frames().size() == 1 + 4 * ROUNDS, Duration.ofSeconds(1));
            check(reader, first);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldHoldOneAnswerForAClientThatDoesNotRead() {
        Schedules.of(20)
                .named("slow-cached")
                .run(simulator -> readSlowly(simulator, 1 << 20))
                .orThrow();
        Schedules.of(20)
                .named("slow-disk")
                .run(simulator -> readSlowly(simulator, 0))
                .orThrow();
    }

    private void readSlowly(Simulator simulator, long cacheBytes) {
        Path file = folder.resolve("slow" + files++);
        try (FileStorageWriter writer = FileStorageWriter.open(file, cacheBytes)) {
            commit(writer);
            writer.storage().loadBefore(7, Long.MAX_VALUE, writer.storage().head()); // in memory, if there is a cache
            AtomicInteger asked = new AtomicInteger();
            ObjectStorage counted = new ObjectStorage.Forwarding(writer.storage()) {
                @Override
                public @Nullable Load cached(long oid, long before, long seen) throws IOException {
                    asked.incrementAndGet();
                    return super.cached(oid, before, seen);
                }
            };
            WatchedStorage storage = new WatchedStorage(counted, line -> {});
            ActorSystem system = simulator.system("objstore");
            List<Loader> loaders = List.of(system.spawn(Loader.class, () -> new Loader(storage), "loader"));
            Committer committer = system.spawn(
                    Committer.class, () -> new Committer(storage, writer, Duration.ofDays(1)), "committer");
            ScriptedClient client = new ScriptedClient();
            client.room = 1;
            ZeoLink link = system.spawn(
                    ZeoLink.class,
                    () -> new ZeoLink(1, storage, loaders, committer, true, MemoryBudget.of(1 << 20), client),
                    "link");
            link.received("M5".getBytes(StandardCharsets.US_ASCII));
            link.received(frame(1, "register", "1", true));
            for (int i = 0; i < 10; i++) {
                link.received(frame(100 + i, "loadBefore", ZeoCodec.id(7), ZeoCodec.id(Long.MAX_VALUE)));
            }
            simulator.runFor(Duration.ofSeconds(1));
            if (cacheBytes > 0) {
                assertThat(asked).hasValue(1);
            }
            while (client.room < 11) {
                client.room += 2;
                link.flush();
                simulator.runFor(Duration.ofSeconds(1));
                assertThat(client.frames()).hasSize(Math.min(11, client.room));
            }
            for (int i = 0; i < 10; i++) {
                assertThat(client.reply(100 + i)).isNotNull();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A vote waits until its client reads, as its answer may be long. */
    @Test
    void shouldNotVoteForWhatIsAbortedMeanwhile() {
        Schedules.of(20).named("aborted").run(this::abortBeforeItsTurn).orThrow();
    }

    private void abortBeforeItsTurn(Simulator simulator) {
        try (FileStorageWriter writer = FileStorageWriter.open(folder.resolve("aborted" + files++), 0)) {
            ActorSystem system = simulator.system("objstore");
            List<Loader> loaders = List.of(system.spawn(Loader.class, () -> new Loader(writer.storage()), "loader"));
            Committer committer = system.spawn(
                    Committer.class, () -> new Committer(watched(writer), writer, Duration.ofDays(1)), "committer");
            ScriptedClient hasty = new ScriptedClient();
            ScriptedClient next = new ScriptedClient();
            ZeoLink hastyLink = link(system, 1, writer, loaders, committer, hasty);
            ZeoLink nextLink = link(system, 2, writer, loaders, committer, next);
            hasty.room = 1;
            for (ZeoLink link : List.of(hastyLink, nextLink)) {
                link.received("M5".getBytes(StandardCharsets.US_ASCII));
                link.received(frame(1, "register", "1", false));
                simulator.runFor(Duration.ofSeconds(1));
                link.received(frame(2, "ping"));
                link.received(frame(0, true, "tpc_begin", 5, "", "", Map.of()));
                link.received(frame(0, true, "storea", ZeoCodec.id(7), ZeoCodec.id(0), new byte[] {1}, 5));
                link.received(frame(3, "vote", 5));
                simulator.runFor(Duration.ofSeconds(1));
                if (link == hastyLink) {
                    link.received(frame(4, "tpc_abort", 5));
                    simulator.runFor(Duration.ofSeconds(1));
                    assertThat(hasty.frames()).hasSize(1);
                    hasty.room = Integer.MAX_VALUE;
                    link.flush();
                }
            }
            simulator.runFor(Duration.ofSeconds(1));
            assertThat(String.valueOf(hasty.reply(3))).contains("a transaction must not be aborted before its vote");
            assertThat(hasty.reply(4)).isNotNull();
            assertThat(next.reply(3).asArrayValue()).isEmpty(); // its turn
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long commit(FileStorageWriter writer) throws IOException {
        Vote.Accepted accepted = (Vote.Accepted)
                writer.vote(NONE, NONE, NONE, List.of(new Change.Store(7, 0, new byte[] {-1})), Instant.EPOCH);
        writer.finish(accepted);
        writer.publish(accepted);
        return accepted.tid();
    }

    private static ZeoLink link(
            ActorSystem system,
            long number,
            FileStorageWriter writer,
            List<Loader> loaders,
            Committer committer,
            LinkOutput out) {
        return system.spawn(
                ZeoLink.class,
                () -> new ZeoLink(number, watched(writer), loaders, committer, true, MemoryBudget.of(1 << 20), out),
                "link-" + number);
    }

    private static long id(Value value) {
        return ByteBuffer.wrap(value.asBinaryValue().asByteArray()).getLong();
    }

    /** A cache that believes what it is told is never older than an invalidation, nor newer. */
    private static void check(ScriptedClient client, long first) {
        Map<String, Integer> seen = new HashMap<>();
        long told = first;
        for (ArrayValue frame : client.frames()) {
            if (frame.get(2).asStringValue().asString().equals("invalidateTransaction")) {
                told = id(frame.get(3).asArrayValue().get(0));
                seen.merge("told", 1, Integer::sum);
            } else if (frame.get(0).asIntegerValue().toInt() >= 100) {
                ArrayValue load = frame.get(3).asArrayValue();
                assertThat(id(load.get(1)))
                        .as("the current revision must be that of the last transaction told about")
                        .isEqualTo(told);
                assertThat(load.get(2).isNilValue()).isTrue();
                seen.merge("loaded", 1, Integer::sum);
            }
        }
        assertThat(seen).containsEntry("told", ROUNDS).containsEntry("loaded", 3 * ROUNDS);
    }

    private static WatchedStorage watched(FileStorageWriter writer) {
        return new WatchedStorage(writer.storage(), line -> {});
    }
}
