// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.examples.objstore.ZodbPython;
import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.FileStorage;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.net.framed.FrameAcceptance;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server, over sockets: by frames of Python's own, and beside its client. */
class ZeoServerTest {
    private static final int MANY = 2_000_000;
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final HexFormat HEX = HexFormat.of();

    @TempDir
    private Path folder;

    private final List<String> log = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> open = new ArrayList<>();

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

    /** Serves a copy of a golden file, for reading. */
    private int reading(String file) throws IOException {
        FileStorage storage = closed(FileStorage.open(ZodbPython.copy(folder, file)));
        return port(closed(ZeoServer.reading(storage, log::add)));
    }

    private int writing() throws IOException {
        FileStorageWriter writer = closed(FileStorageWriter.open(folder.resolve("Data.fs")));
        return port(closed(ZeoServer.writing(writer, log::add)));
    }

    private static int port(ZeoServer server) {
        return server.listen(Address.parse("tcp://127.0.0.1:0")).await(LIMIT).port();
    }

    private SocketPeer connect(int port) throws IOException {
        SocketPeer peer = closed(new SocketPeer(port));
        assertThat(peer.receiveHex()).isEqualTo("4d35");
        peer.send("4d35");
        return peer;
    }

    // ---- frames ---------------------------------------------------------------------------------------------------

    @Test
    void shouldAnswerWithTheBytesOfPythonsServer() throws IOException {
        SocketPeer peer = closed(new SocketPeer(reading("fs30.fs")));
        List<String> lines = new String(ZodbPython.bytes("frames.txt"), StandardCharsets.US_ASCII)
                .lines()
                .toList();
        int answers = 0;
        for (String line : lines) {
            if (line.startsWith(">")) {
                peer.send(line.substring(2));
            } else {
                assertThat(peer.receiveHex()).as("answer %d", answers).isEqualTo(line.substring(2));
                answers++;
            }
        }
        assertThat(answers).isGreaterThan(40);
        assertThat(log).isEmpty();
    }

    @Test
    void shouldAnswerAMonitor() throws IOException {
        SocketPeer peer = closed(new SocketPeer(reading("fs30.fs")));
        peer.receive();
        peer.send("ruok".getBytes(StandardCharsets.US_ASCII));
        assertThat(new String(peer.receive(), StandardCharsets.US_ASCII))
                .isEqualTo(
                        "{\"1\": {\"last-transaction\": \"040d3b3b62a9c2dd\", \"reading\": true, \"writing\": false}}");
        assertThat(peer.isEnded()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00                                   | a message must be msgpack: bytes=1",
                "9301c2a470696e67                     | a message must have 4 parts: bytes=8",
                "9401c2a470696e6790                   | a client must register before its first operation: operation=ping",
                "9401c2a3700a7090                     | an operation must have a name of 1 to 64 letters, digits, points and"
                        + " underscores: characters=3",
                "9401c2a870696e6790                   | a message must be msgpack: bytes=9",
                "9401c2a470696e67dd7fffffff           | a value must be within its frame: size=2147483647",
                "9401c2a470696e67c6ffffffff           | a message must be msgpack: bytes=13",
                "9401c2a470696e679000                 | a message must end with its frame: bytes=10",
                "9401c20190                           | a message must name its operation and have a list of arguments: bytes=5",
                "9401c2a170919191919191919191919191919191919191919190 | values must not be nested deeper than 16",
            })
    void shouldEndTheLinkOfAMalformedFrameWithOneLine(String frame, String expected) throws IOException {
        int port = reading("fs30.fs");
        SocketPeer peer = connect(port);
        peer.send(frame);
        assertThat(peer.isEnded()).isTrue();
        Await.until("it is told", LIMIT, () -> !log.isEmpty());
        assertThat(log)
                .singleElement()
                .asString()
                .startsWith("link ended: peer=")
                .endsWith(", " + expected);
        assertThat(connect(port)).isNotNull();
    }

    /** Each byte would be a list of 28 bytes. */
    @Test
    void shouldEndTheLinkOfAMessageThatIsFarLargerInMemory() throws IOException {
        SocketPeer peer = connect(reading("fs30.fs"));
        byte[] lists = new byte[MANY];
        Arrays.fill(lists, (byte) 0x90);
        peer.send(ByteBuffer.allocate(13 + MANY)
                .put(HEX.parseHex("9401c2a470696e67dd"))
                .putInt(MANY)
                .put(lists)
                .array());
        assertThat(peer.isEnded()).isTrue();
        Await.until("it is told", LIMIT, () -> !log.isEmpty());
        assertThat(log)
                .singleElement()
                .asString()
                .endsWith("a message must not have many more values than one in 8 bytes: bytes=2000013");
    }

    @Test
    void shouldReadNoFurtherWhenAClientDoesNotReadItsReplies() throws Exception {
        int port = reading("fs30.fs");
        SocketPeer greedy = connect(port);
        register(greedy, true);
        // 70,000 bytes come back for each; more of them than the sockets and the limit hold
        byte[] load = HEX.parseHex("9402c2aa6c6f61644265666f726592c4080000000000000002c408040d3b3b62a5f3bb");
        AtomicInteger sent = new AtomicInteger();
        Thread sender = new Thread(() -> {
            try {
                for (int i = 0; i < MANY; i++) {
                    greedy.out.writeInt(load.length);
                    greedy.out.write(load);
                    sent.incrementAndGet();
                }
            } catch (IOException e) {
                // closed at the end of the test
            }
        });
        sender.setDaemon(true);
        sender.start();
        // it is stopped by the window of the server, for 80 MB of requests are more than sockets grow to hold
        AtomicInteger before = new AtomicInteger();
        AtomicInteger same = new AtomicInteger();
        Await.until(
                "the sender waits",
                LIMIT,
                () -> (before.getAndSet(sent.get()) == sent.get() ? same.incrementAndGet() : same.getAndSet(0)) > 200);
        assertThat(sent.get()).isPositive().isLessThan(MANY);
        SocketPeer other = connect(port);
        register(other, true);
        other.send(load);
        assertThat(other.receiveHex()).hasSizeGreaterThan(140_000);
        for (int i = 0; i < 500; i++) {
            assertThat(greedy.receiveHex()).hasSizeGreaterThan(140_000);
        }
    }

    private static void register(SocketPeer peer, boolean readOnly) throws IOException {
        peer.send("9401c2a8726567697374657292a131" + (readOnly ? "c3" : "c2"));
        assertThat(peer.receiveHex()).startsWith("940100a62e7265706c79c408");
    }

    // ---- transactions ---------------------------------------------------------------------------------------------

    private static final String BEGIN = "9400c3a97470635f626567696e96cd1234c400c40080c0a120";
    private static final String VOTE = "9402c2a4766f746591cd1234";
    private static final String VOTED = "940200a62e7265706c7990";
    private static final String FINISH = "9403c2aa7470635f66696e69736891cd1234";

    private static String store(long oid, long serial) {
        return "9400c3a673746f72656194c408" + HEX.toHexDigits(oid) + "c408" + HEX.toHexDigits(serial) + "c40161cd1234";
    }

    private static void voteFor(SocketPeer peer, long oid) throws IOException {
        peer.send(BEGIN);
        peer.send(store(oid, 0));
        peer.send(VOTE);
    }

    @Test
    void shouldLetTheNextOneVoteWhenAClientDiesBeforeItFinishes() throws IOException {
        int port = writing();
        SocketPeer first = connect(port);
        SocketPeer second = connect(port);
        register(first, false);
        register(second, false);
        voteFor(first, 5);
        assertThat(first.receiveHex()).isEqualTo(VOTED);
        voteFor(second, 5);
        first.close();
        assertThat(second.receiveHex()).isEqualTo(VOTED);
        second.send(FINISH);
        assertThat(second.receiveHex()).startsWith("9400c3a4696e666f"); // info
        assertThat(second.receiveHex()).startsWith("940300a62e7265706c79c408");
    }

    @Test
    void shouldTakeRequestsThatDoNotWaitForTheirRegistration() throws IOException {
        SocketPeer peer = connect(writing());
        peer.send(ScriptedClient.frame(1, "register", "1", false));
        peer.send(ScriptedClient.frame(2, "lastTransaction"));
        peer.send(ScriptedClient.frame(3, "register", "1", false));
        assertThat(peer.receiveHex()).isEqualTo("940100a62e7265706c79c4080000000000000000");
        assertThat(peer.receiveHex()).isEqualTo("940200a62e7265706c79c4080000000000000000");
        assertThat(peer.receiveHex())
                .contains(HEX.formatHex("a client must register once".getBytes(StandardCharsets.US_ASCII)));
        assertThat(log).isEmpty();
    }

    @Test
    void shouldGiveNoIdsThatMayBeInUse() throws IOException {
        SocketPeer peer = connect(writing());
        register(peer, false);
        voteFor(peer, -3);
        assertThat(peer.receiveHex()).isEqualTo(VOTED);
        peer.send(ScriptedClient.frame(5, "new_oids", 2));
        assertThat(peer.receiveHex()).isEqualTo("940500a62e7265706c7992c408fffffffffffffffec408ffffffffffffffff");
        peer.send(ScriptedClient.frame(6, "new_oids", 1));
        assertThat(peer.receiveHex())
                .contains(HEX.formatHex("there must be ids left for new objects: largest=ffffffffffffffff"
                        .getBytes(StandardCharsets.US_ASCII)));
    }

    @Test
    void shouldGiveIdsAgainWhenTheTransactionThatTookTheLastOneIsAborted() throws IOException {
        SocketPeer peer = connect(writing());
        register(peer, false);
        voteFor(peer, -1);
        assertThat(peer.receiveHex()).isEqualTo(VOTED);
        peer.send(ScriptedClient.frame(5, "new_oids", 1));
        assertThat(peer.receiveHex())
                .contains(HEX.formatHex("there must be ids left for new objects".getBytes(StandardCharsets.US_ASCII)));
        peer.send("9406c2a97470635f61626f727491cd1234");
        assertThat(peer.receiveHex()).isEqualTo("940600a62e7265706c79c0");
        peer.send(ScriptedClient.frame(7, "new_oids", 2));
        assertThat(peer.receiveHex()).isEqualTo("940700a62e7265706c7992c4080000000000000001c4080000000000000002");
    }

    @Test
    void shouldAnswerAVoteThatIsAbortedWhileItWaits() throws IOException {
        int port = writing();
        SocketPeer first = connect(port);
        SocketPeer second = connect(port);
        register(first, false);
        register(second, false);
        voteFor(first, 5);
        assertThat(first.receiveHex()).isEqualTo(VOTED);
        voteFor(second, 6);
        second.send("9405c2a97470635f61626f727491cd1234");
        voteFor(second, 6); // the next transaction
        List<String> answers = List.of(second.receiveHex(), second.receiveHex());
        assertThat(answers)
                .contains("940500a62e7265706c79c0")
                .anyMatch(answer -> answer.startsWith("940202a62e7265706c7992")
                        && answer.contains(HEX.formatHex("a transaction must not be aborted before its vote"
                                .getBytes(StandardCharsets.US_ASCII))));
        first.send("9405c2a97470635f61626f727491cd1234");
        assertThat(second.receiveHex()).isEqualTo(VOTED);
        second.send(FINISH);
        assertThat(second.receiveHex()).startsWith("9400c3a4696e666f");
        assertThat(second.receiveHex()).startsWith("940300a62e7265706c79c408");
    }

    @Test
    void shouldTakeAVoteOutOfTheFileWhenItCloses() throws IOException {
        Path file = folder.resolve("closing.fs");
        long bytes;
        try (FileStorageWriter writer = FileStorageWriter.open(file);
                FileStorage storage = writer.storage(); // closed before the writer, as the command does
                ZeoServer server = ZeoServer.writing(writer, log::add)) {
            bytes = Files.size(file);
            SocketPeer peer = connect(port(server));
            register(peer, false);
            voteFor(peer, 5);
            assertThat(peer.receiveHex()).isEqualTo(VOTED);
            assertThat(Files.size(file)).isGreaterThan(bytes);
            assertThat(storage.head()).isZero();
        }
        assertThat(Files.size(file)).isEqualTo(bytes);
    }

    @Test
    void shouldEndALinkThatDoesNotReadItsInvalidations() throws Exception {
        FileStorage file = closed(FileStorage.open(ZodbPython.copy(folder, "fs30.fs")));
        WatchedStorage storage = new WatchedStorage(file, log::add);
        AtomicInteger sent = new AtomicInteger();
        AtomicInteger room = new AtomicInteger();
        LinkOutput out = new LinkOutput() {
            @Override
            public boolean hasRoom(int bytes) {
                return true;
            }

            @Override
            public void noRoomNeeded() {}

            @Override
            public void taken(int bytes) {}

            @Override
            public FrameAcceptance send(byte[] frame) {
                if (room.getAndUpdate(left -> Math.max(0, left - 1)) == 0) {
                    return FrameAcceptance.FULL;
                }
                sent.incrementAndGet();
                return FrameAcceptance.QUEUED;
            }

            @Override
            public void release(int requests) {}

            @Override
            public void close() {}

            @Override
            public void abort(String sentence) {
                log.add(sentence);
            }
        };
        ActorSystem system = closed(ActorSystem.start("links"));
        Committer committer =
                system.spawn(Committer.class, () -> new Committer(storage, null, Duration.ofDays(1)), "committer");
        ZeoLink link = system.spawn(
                ZeoLink.class,
                () -> new ZeoLink(
                        1,
                        storage,
                        List.of(system.spawn(Loader.class, () -> new Loader(storage))),
                        committer,
                        true,
                        MemoryBudget.of(1 << 20),
                        out),
                "link");
        byte[] invalidation =
                new Committer.Commit(1, LongStream.range(0, 20_000).boxed().toList()).invalidation(); // 200,000 bytes
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < 5; i++) {
                link.committed(1, invalidation);
            }
            room.set(5); // it has read them, so they count no more
            link.flush();
            int expected = 5 * (round + 1);
            Await.until("they are sent", LIMIT, () -> sent.get() == expected);
        }
        assertThat(log).isEmpty();
        for (int i = 0; i < 6; i++) {
            link.committed(1, invalidation);
        }
        Await.until("it ends", LIMIT, () -> !log.isEmpty());
        assertThat(log)
                .singleElement()
                .asString()
                .matches("a client must read its invalidations: bytes=1200[0-9]{3}, limit=1048576");
    }

    @Test
    void shouldTellOthersOfACommitBeforeItAnswersAnythingElse() throws IOException {
        int port = writing();
        SocketPeer author = connect(port);
        SocketPeer other = connect(port);
        register(author, false);
        register(other, true);
        voteFor(author, 5);
        author.receive();
        author.send(FINISH);
        author.receive();
        String tid = author.receiveHex().substring("940300a62e7265706c79c408".length());
        other.send("9404c2a470696e6790");
        assertThat(other.receiveHex())
                .isEqualTo("9400c3b5" + HEX.formatHex("invalidateTransaction".getBytes(StandardCharsets.US_ASCII))
                        + "92c408" + tid + "91c4080000000000000005");
        assertThat(other.receiveHex()).isEqualTo("940400a62e7265706c79c0");
    }

    // ---- Python's client ------------------------------------------------------------------------------------------

    @ParameterizedTest
    @Tag("interop")
    @ValueSource(strings = {"fs30", "packed"})
    void shouldGivePythonsClientEveryObjectAtEveryTransaction(String file) throws IOException {
        int port = reading(file + ".fs");
        String expected = ZodbPython.copy(folder, file + ".txt").toString();

        assertThat(ZodbPython.run(folder, "client.py", "outcomes", Integer.toString(port), expected))
                .hasSizeGreaterThan(50)
                .isEqualTo(new String(ZodbPython.bytes(file + ".txt"), StandardCharsets.UTF_8)
                        .lines()
                        .toList());
    }

    @Test
    @Tag("interop")
    void shouldKeepWhatPythonsClientCommits() throws Exception {
        int port = writing();
        List<String> tids = ZodbPython.run(folder, "client.py", "commits", Integer.toString(port), "30");
        close();
        open.clear();

        assertThat(tids).hasSize(30);
        assertThat(ZodbPython.run(
                        folder, "storage.py", "check", folder.resolve("Data.fs").toString()))
                .containsExactly(String.join(" ", tids));
    }

    @Test
    @Tag("interop")
    void shouldLetClientsResolveConflicts() throws IOException {
        assertThat(ZodbPython.run(folder, "client.py", "conflict", Integer.toString(writing())))
                .containsExactly("resolved 7", "conflict");
    }

    @Test
    @Tag("interop")
    void shouldRefuseWhatItLeavesOut() throws IOException {
        String rule = "('an operation must be one that this server has: operation=";
        assertThat(ZodbPython.run(folder, "client.py", "refused", Integer.toString(writing())))
                .hasSize(5)
                .allMatch(line -> line.contains("an operation must be one that this server has: operation="), rule);
    }

    // ---- death ----------------------------------------------------------------------------------------------------

    @Test
    @Tag("interop")
    void shouldKeepEveryAcknowledgedCommitWhenItIsKilled() throws Exception {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int round = 0; round < Integer.getInteger("troupe.objstore.kills", 3); round++) {
            try {
                kill(round, 1 + random.nextInt(60), random.nextInt(3_000_000));
            } catch (AssertionError e) {
                throw new AssertionError("seed=" + seed + ", round=" + round, e);
            }
        }
    }

    private static Process serve(Path file) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "io.troupe.examples.Troupe",
                        "objstore",
                        "serve",
                        "--fs",
                        file.toString(),
                        "--zeo",
                        "127.0.0.1:0")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static String port(BufferedReader said) throws IOException {
        return said.readLine().replaceAll(".*:([0-9]+), .*", "$1");
    }

    /** Kills the server so many nanoseconds after so many acknowledgements. */
    private void kill(int round, int commits, int nanos) throws Exception {
        Path file = folder.resolve("killed" + round + ".fs");
        Process server = serve(file);
        Process client = null;
        List<String> acknowledged = new ArrayList<>();
        try (BufferedReader said = server.inputReader()) {
            String port = port(said);
            client = ZodbPython.start(folder, "client.py", "commits", port, "100000", "quiet");
            try (BufferedReader tids = client.inputReader()) {
                for (int i = 0; i < commits; i++) {
                    acknowledged.add(tids.readLine());
                }
                LockSupport.parkNanos(nanos); // any point of the next ones
                server.destroyForcibly().waitFor();
                while (tids.ready()) {
                    acknowledged.add(tids.readLine());
                }
            }
        } finally {
            server.destroyForcibly();
            if (client != null) {
                client.destroyForcibly().waitFor();
            }
        }
        try (FileStorage storage = FileStorage.open(file)) {
            assertThat(storage.head())
                    .isGreaterThanOrEqualTo(Long.parseLong(acknowledged.get(acknowledged.size() - 1)));
        }
        String after = commitAgain(file);
        assertThat(Long.parseLong(after)).isGreaterThan(Long.parseLong(acknowledged.get(acknowledged.size() - 1)));
        acknowledged.add(after);
        String[] there = ZodbPython.run(folder, "storage.py", "check", file.toString())
                .get(0)
                .split(" ");
        assertThat(there)
                .contains(acknowledged.toArray(String[]::new))
                .hasSizeBetween(acknowledged.size(), acknowledged.size() + 2);
        Files.delete(file);
    }

    /** A server that is started again goes on where the file ends. */
    private static String commitAgain(Path file) throws Exception {
        Process server = serve(file);
        try (BufferedReader said = server.inputReader();
                Transport transport = Transport.ofSockets("client", TransportConfig.defaults())) {
            Address address = Address.parse("tcp://127.0.0.1:" + port(said));
            try (ObjectClient client = ObjectClient.open(transport, address, ClientConfig.writing())) {
                return Long.toString(client.commit("again", List.of(new Change.Store(1000, 0, new byte[] {1}))));
            }
        } finally {
            server.destroyForcibly().waitFor();
        }
    }
}
