// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorException;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.net.transport.TransportConfig;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Records conversations of all encodings over all transports, damages them, and plays them to a side that serves an innocent peer
 * at the same time. That one's calls are answered rightly, nothing is left, and the log has nothing but the documented lines.
 *
 * <p>Each combination takes {@code -Dtroupe.hostile.millis} and plays the seeds from {@code -Dtroupe.hostile.first} on, so that
 * a short run does the same each time; the nightly one begins elsewhere every night. A failure names the encoding, the
 * transport and the seed; {@code -Dtroupe.hostile.seed} plays this one only. What was recorded differs a little each time
 * (identities, what overtakes what).
 */
@Tag("fuzz")
class ConversationFuzzTest {
    private static final long NANOS = 1_000_000 * Long.getLong("troupe.hostile.millis", 150);
    private static final Long SEED = Long.getLong("troupe.hostile.seed");
    private static final long FIRST = Long.getLong("troupe.hostile.first", 1);
    private static final int ROUND = 25;
    private static final long HEAP_SLACK = 48L << 20;

    /** What may be said of peers that make no sense. */
    private static final Pattern DOCUMENTED = Pattern.compile("(\\[[^]]+] )?WARN \\S+ - ("
            + "headers of a call must make sense, they are left out: peer=.*|"
            + "a link was not made: peer=.*|a connection was refused: address=.*|the other side refused a message: peer=.*"
            + "|a message cannot be sent: target=.*|an item cannot be sent: topic=.*|dead letter: target=.*"
            + "|a promise failed and nobody handles it: .*)");

    private static Transport transport;
    private static Log log;

    @BeforeAll
    static void open() {
        log = new Log();
        transport = Transport.ofSockets(
                "troupe-remoting-hostile", TransportConfig.defaults().tls(Stage.CERTIFICATES));
    }

    @AfterAll
    static void close() {
        transport.close();
        log.close();
        Stage.expectNoLeaks();
    }

    static Stream<Arguments> combinations() {
        return Arrays.stream(Encoding.values())
                .flatMap(encoding -> Arrays.stream(Address.Scheme.values()).map(scheme -> arguments(encoding, scheme)));
    }

    /** One play: what is said follows from its seed and the recordings. */
    private record Play(long seed, Encoding encoding, boolean fromDialler, List<byte[]> parts, Player player) {
        static Play of(long seed, List<Recording> recordings, boolean fromDialler) {
            Random random = new Random(seed);
            Recording one = recordings.get(random.nextInt(recordings.size()));
            Recording other = recordings.get(random.nextInt(recordings.size()));
            List<byte[]> parts = one.cut(fromDialler);
            if (random.nextBoolean()) {
                parts = new Forgery(one.encoding(), random).forge(parts);
            }
            if (random.nextInt(3) > 0) {
                new Damage(random).spoil(parts, other.cut(random.nextInt(4) > 0 == fromDialler));
            }
            boolean inOrder = random.nextBoolean();
            return new Play(
                    seed, one.encoding(), fromDialler, parts, new Player(parts, random.nextInt(4) == 0, inOrder));
        }

        @Override
        public String toString() {
            return "seed=" + seed + ", encoding=" + encoding + ", fromDialler=" + fromDialler + ", parts="
                    + parts.size() + ", bytes="
                    + parts.stream().mapToInt(part -> part.length).sum();
        }
    }

    private static List<Recording> recordings(Stage stage, Encoding encoding) throws Exception {
        Recording one = Conversation.record(stage, transport, encoding);
        Recording other = Conversation.record(stage, transport, encoding);
        assertThat(one.cut(true)).hasSizeGreaterThan(20);
        assertThat(one.cut(false)).hasSizeGreaterThan(20);
        stage.expectCalm();
        return List.of(one, other);
    }

    /** Plays until the time is over, or one seed; each is told by its name if it fails. */
    private static void playAll(long first, Playing playing) throws Exception {
        long start = System.nanoTime();
        long seed = SEED == null ? first : SEED;
        int plays = 0;
        do {
            playing.play(seed++);
            plays++;
        } while (SEED == null && System.nanoTime() - start < NANOS);
        System.out.println("damaged conversations: first=" + first + ", plays=" + plays);
    }

    private interface Playing {
        void play(long seed) throws Exception;
    }

    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("combinations")
    void shouldServeTheInnocentWhateverADiallerSays(Encoding encoding, Address.Scheme scheme) throws Exception {
        try (Stage stage = new Stage(scheme)) {
            List<Recording> recordings = recordings(stage, encoding);
            Residue before = Residue.now();
            int lines = log.lines().size();
            playAll(FIRST, seed -> {
                Play play = Play.of(seed, recordings, true);
                try {
                    List<Promise<?>> answers = stage.ask();
                    stage.publish(2);
                    transport.connect(stage.address, play.player()).await(Stage.LIMIT);
                    answers.addAll(stage.ask());
                    answers.forEach(answer -> answer.await(Stage.LIMIT));
                    play.player().awaitEnd();
                    if (seed % ROUND == 0 || SEED != null) {
                        stage.expectCalm();
                    }
                } catch (Exception | AssertionError e) {
                    throw new AssertionError(
                            "must do no harm: " + play + ", scheme=" + scheme + ", log="
                                    + log.lines().subList(lines, log.lines().size()),
                            e);
                }
            });
            expectAsBefore(stage, before, scheme);
            expectDocumented(lines);
        }
    }

    private static void expectAsBefore(Stage stage, Residue before, Address.Scheme scheme) {
        stage.expectCalm();
        Await.until("no file is left: scheme=" + scheme, Stage.LIMIT, () -> Residue.openFiles() <= before.files());
        Await.until("no thread is left", Stage.LIMIT, () -> before.threads().containsAll(Residue.living()));
        Await.until("the heap is as before", Stage.LIMIT, () -> Residue.usedHeap() < before.heap() + HEAP_SLACK);
    }

    private static void expectDocumented(int from) {
        List<String> lines = log.lines();
        assertThat(lines.subList(from, lines.size())).allSatisfy(line -> {
            assertThat(line).matches(DOCUMENTED);
            assertThat(line.length()).isLessThan(1000);
        });
    }

    /** The innocent link leads from the same process to an honest listener. */
    @ParameterizedTest(name = "{0} over {1}")
    @MethodSource("combinations")
    void shouldServeTheInnocentWhateverAnAcceptorSays(Encoding encoding, Address.Scheme scheme) throws Exception {
        List<Play> plays = new ArrayList<>();
        try (Stage stage = new Stage(scheme);
                ActorSystem caller = ActorSystem.start("caller");
                Listener listener = transport
                        .listen(Address.parse(Stage.freshAddress(scheme)), () -> plays.get(plays.size() - 1)
                                .player())
                        .await(Stage.LIMIT)) {
            List<Recording> recordings = recordings(stage, encoding);
            Remoting client = Remoting.on(caller, Stage.config());
            Service own = caller.spawn(Service.class, Service::new);
            for (int i = 0; i < 2 * TransportConfig.defaults().loops(); i++) { // their threads begin when needed
                client.connect(stage.address.toString()).await(Stage.LIMIT).close();
                Await.until(
                        "the link has ended", Stage.LIMIT, () -> client.links().isEmpty());
            }
            stage.expectCalm();
            Residue before = Residue.now();
            int lines = log.lines().size();
            playAll(FIRST, seed -> {
                Play play = Play.of(seed, recordings, false);
                plays.add(play);
                try {
                    List<Promise<?>> answers = stage.ask();
                    dial(client, caller, own, listener.address());
                    answers.forEach(answer -> answer.await(Stage.LIMIT));
                    play.player().awaitEnd();
                    if (seed % ROUND == 0 || SEED != null) {
                        stage.expectCalm();
                    }
                } catch (Exception | AssertionError e) {
                    throw new AssertionError(
                            "must do no harm: " + play + ", scheme=" + scheme + ", log="
                                    + log.lines().subList(lines, log.lines().size()),
                            e);
                }
            });
            Await.until("no link is left", Stage.LIMIT, () -> client.links().isEmpty());
            expectAsBefore(stage, before, scheme);
            expectDocumented(lines);
        }
    }

    /** Whatever it is told, all that it has begun settles, with one of the errors that are documented. */
    private static void dial(Remoting client, ActorSystem system, Service own, Address address) {
        Link link;
        try {
            link = client.connect(address.toString()).await(Stage.LIMIT);
        } catch (ActorException e) {
            return; // not made
        }
        Map<String, Promise<?>> begun = new LinkedHashMap<>();
        try {
            begun.putAll(Conversation.begin(system, own, link));
        } catch (ActorException e) {
            assertThat(e.getMessage()).contains("cause=");
        }
        link.close();
        begun.forEach((what, promise) -> {
            Await.until(what + " settles", Stage.LIMIT, promise::isSettled);
            promise.onError(failure -> {});
        });
    }
}
