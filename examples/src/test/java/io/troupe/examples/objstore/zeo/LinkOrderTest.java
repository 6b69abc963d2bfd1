// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Vote;
import io.troupe.net.framed.FrameAcceptance;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.msgpack.core.MessageBufferPacker;
import org.msgpack.core.MessagePack;
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
            Committer committer =
                    system.spawn(Committer.class, () -> new Committer(writer.storage(), writer), "committer");
            Client reader = new Client();
            Client author = new Client();
            ZeoLink readerLink = link(system, 1, writer, loaders, committer, reader);
            ZeoLink authorLink = link(system, 2, writer, loaders, committer, author);
            readerLink.received("M5".getBytes(StandardCharsets.US_ASCII));
            readerLink.received(frame(1, "register", "1", true));
            authorLink.received("M5".getBytes(StandardCharsets.US_ASCII));
            authorLink.received(frame(1, "register", "1", false));
            simulator.until(() -> reader.frames.size() == 1 && author.frames.size() == 1, Duration.ofSeconds(1));
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
            simulator.until(() -> reader.frames.size() == 1 + 4 * ROUNDS, Duration.ofSeconds(1));
            reader.check(first);
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
                () -> new ZeoLink(number, writer.storage(), loaders, committer, true, out),
                "link-" + number);
    }

    private static byte[] frame(int id, String operation, Object... arguments) {
        return frame(id, false, operation, arguments);
    }

    private static byte[] frame(int id, boolean async, String operation, Object... arguments) {
        try (MessageBufferPacker out = MessagePack.newDefaultBufferPacker()) {
            out.packArrayHeader(4)
                    .packInt(id)
                    .packBoolean(async)
                    .packString(operation)
                    .packArrayHeader(arguments.length);
            for (Object argument : arguments) {
                if (argument instanceof byte[] bytes) {
                    out.packBinaryHeader(bytes.length).writePayload(bytes);
                } else if (argument instanceof Boolean bool) {
                    out.packBoolean(bool);
                } else if (argument instanceof Integer number) {
                    out.packInt(number);
                } else if (argument instanceof Map<?, ?>) {
                    out.packMapHeader(0);
                } else {
                    out.packString(argument.toString());
                }
            }
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long id(Value value) {
        return ByteBuffer.wrap(value.asBinaryValue().asByteArray()).getLong();
    }

    /** What a client has been sent, in order. */
    private static final class Client implements LinkOutput {
        private final List<ArrayValue> frames = new ArrayList<>();

        @Override
        public FrameAcceptance send(byte[] frame) {
            try {
                frames.add(MessagePack.newDefaultUnpacker(frame).unpackValue().asArrayValue());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return FrameAcceptance.QUEUED;
        }

        @Nullable
        Value reply(int id) {
            return frames.stream()
                    .filter(frame -> frame.get(0).isIntegerValue()
                            && frame.get(0).asIntegerValue().toInt() == id)
                    .map(frame -> frame.get(3))
                    .findFirst()
                    .orElse(null);
        }

        /** A cache that believes what it is told is never older than an invalidation, nor newer. */
        void check(long first) {
            Map<String, Integer> seen = new HashMap<>();
            long told = first;
            for (ArrayValue frame : frames) {
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

        @Override
        public void release(int requests) {}

        @Override
        public void close() {}

        @Override
        public void abort(String sentence) {
            throw new AssertionError(sentence);
        }
    }
}
