// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.NonBlockingCalls;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.SendPolicy;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What senders notice of a peer that does not read; and what a peer sees that speaks for itself. */
class PressureContractTest {
    private static final Duration LIMIT = Node.LIMIT;
    /** Looks of 5 ms: much longer than a loop has to wait for a processor. */
    private static final int STILL = 50;

    /** Much more than sockets hold, and little enough to leave within the time that closing takes at most. */
    private static final int SOME = 150;

    private static final String TEXT = "x".repeat(10_000);

    /** Messages of that text: half of what a link may hold is for one target, as long as no other one holds any. */
    private static final long MOST = (4L << 20) / TEXT.length() / 2;

    private static final long LEAST = MOST / 2;

    /** Answers of this length, many more than the memory of the system and sockets hold. */
    private static final int LARGE = 64 << 10;

    private static final long MEMORY = 4 << 20;
    private static final int ANSWERS = 500;

    private final Node here = Node.start("here");
    private ServerSocket listener;
    private Socket socket;
    private BufferedReader lines;
    private Link link;

    public interface Target {
        void put(String text);

        Promise<Integer> count();
    }

    public static class Sender extends Actor<Sender> {
        private int sent;

        public Promise<Integer> send(Target target, String text) {
            target.put(text);
            return Promise.of(++sent);
        }
    }

    /** Answers when it is told to. */
    public static class Giver extends Actor<Giver> {
        private final List<CompletablePromise<String>> asked = new ArrayList<>();
        private final Collection<WeakReference<String>> given;

        Giver(Collection<WeakReference<String>> given) {
            this.given = given;
        }

        public Promise<String> give() {
            CompletablePromise<String> promise = new CompletablePromise<>();
            asked.add(promise);
            return promise;
        }

        public Promise<Integer> asked() {
            return Promise.of(asked.size());
        }

        public Promise<Integer> answer() {
            for (CompletablePromise<String> promise : asked) {
                String answer = "x".repeat(LARGE);
                given.add(new WeakReference<>(answer));
                promise.complete(answer);
            }
            int count = asked.size();
            asked.clear();
            return Promise.of(count);
        }
    }

    /** Speaks the first words of a link in JSON, and then leaves all else to the test. */
    @BeforeEach
    void connect() throws IOException {
        listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Promise<Link> dialled = here.remoting.connect("tcp://127.0.0.1:" + listener.getLocalPort(), Encoding.JSON);
        socket = listener.accept();
        socket.setSoTimeout((int) LIMIT.toMillis());
        lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        assertThat(lines.readLine()).isEqualTo("TROUPE/1.0 json");
        say("TROUPE/1.0 json");
        say("{\"t\":\"hello\",\"props\":{\"name\":\"by hand\"}}");
        link = dialled.await(LIMIT);
        assertThat(link.peerName()).isEqualTo("by hand");
    }

    @AfterEach
    void close() throws IOException {
        socket.close();
        listener.close();
        here.close();
    }

    private void say(String line) throws IOException {
        socket.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private String nextWith(String part) throws IOException {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains(part)) {
                return line;
            }
        }
        throw new AssertionError("the link has ended before a frame came with " + part);
    }

    private Target target() {
        return link.lookup("target", Target.class);
    }

    /** Sends until nothing moves any more. */
    private void fill() {
        Target target = target();
        awaitStandstill(() -> {
            while (SendPolicy.attempt(target, to -> to.put(TEXT))) {
                // as long as there is room
            }
        });
    }

    /** Where a large message finds no room, small ones still may. */
    private void fillWithSmallOnes() {
        Target target = target();
        while (SendPolicy.attempt(target, to -> to.put("x"))) {
            // as long as there is room
        }
    }

    private void awaitStandstill(Runnable more) {
        AtomicInteger still = new AtomicInteger();
        AtomicLong last = new AtomicLong(-1);
        Await.until("nothing moves any more", LIMIT, () -> {
            more.run();
            long now = link.stats().framesOut();
            return last.getAndSet(now) == now ? still.incrementAndGet() == STILL : still.getAndSet(0) < 0;
        });
    }

    @Test
    void shouldMakeOtherThreadsWaitAndBoundTheMemory() {
        AtomicInteger sent = new AtomicInteger();
        Target target = target();
        Thread sender = new Thread(
                () -> {
                    while (link.stats().framesOut() >= 0 && sent.get() < 1_000_000) {
                        target.put(TEXT);
                        sent.incrementAndGet();
                    }
                },
                "sender");
        sender.setDaemon(true);
        sender.start();
        Await.until("the sender waits", LIMIT, () -> sender.getState() == Thread.State.WAITING);
        assertThat(link.stats().queued()).isLessThanOrEqualTo(MOST);
        assertThat(sent.get()).isLessThan(10_000);
        sent.addAndGet(1_000_000); // the next one is the last
        abort();
        Await.until("the sender goes on when the link is lost", LIMIT, () -> !sender.isAlive());
    }

    private void abort() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldDelayActorsThatSend() {
        Sender sender = here.system.spawn(Sender.class, Sender::new);
        Target target = target();
        Promise<Integer> last = sender.send(target, TEXT);
        for (int i = 1; i < 20_000; i++) {
            last = sender.send(target, TEXT);
        }
        awaitStandstill(() -> {});
        assertThat(link.stats().queued()).isBetween(LEAST, MOST);
        assertThat(last.isSettled()).isFalse();
        abort();
        assertThat(last.await(LIMIT)).isEqualTo(20_000);
    }

    @Test
    void shouldTellThoseWhoDoNotWait() {
        Target failing = SendPolicy.failing(target());
        fill();
        assertThat(link.stats().queued()).isBetween(LEAST, MOST);
        assertThat(SendPolicy.attempt(target(), to -> to.put(TEXT))).isFalse();
        assertThatThrownBy(() -> failing.put(TEXT))
                .isInstanceOf(BackpressureException.class)
                .hasMessageContaining("target");
        fillWithSmallOnes();
        assertThatThrownBy(() -> failing.count().await(LIMIT)).isInstanceOf(BackpressureException.class);
        assertThatThrownBy(() -> SendPolicy.failing(here.system.spawn(Sender.class, Sender::new)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldTryCallsLikeThoseToActorsOfThisProcess() {
        Target target = target();
        assertThat(NonBlockingCalls.tryCall(() -> target.put(TEXT))).isTrue();
        fill();
        assertThat(NonBlockingCalls.tryCall(() -> target.put(TEXT))).isFalse();
        fillWithSmallOnes();
        assertThat(NonBlockingCalls.tryAsk(target::count)).isEmpty();
        Promise<Void> room = NonBlockingCalls.whenRoom(target);
        assertThat(room.isSettled()).isFalse();
        abort();
        assertThat(room.await(LIMIT)).isNull();
    }

    @Test
    void shouldTellWhichCallsHadBeenSentWhenTheLinkIsLost() {
        Target target = target();
        Promise<Integer> sent = target.count();
        Await.until("it was sent", LIMIT, () -> link.stats().streams() == 1);
        fill();
        Target other = link.lookup("other", Target.class);
        Promise<Integer> waiting = other.count();
        abort();
        assertThatThrownBy(() -> sent.await(LIMIT))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isTrue());
        assertThatThrownBy(() -> waiting.await(LIMIT))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
    }

    @Test
    void shouldWatchThoughThereIsNoRoomForMessages() throws IOException {
        fill();
        Promise<Terminated> end = here.system.watch(target());
        assertThat(nextWith("\"watch\"")).contains("\"to\":\"target\"");
        assertThat(end.isSettled()).isFalse();
        abort();
        assertThat(end.await(LIMIT).reason()).isEqualTo(EndReason.LINK_LOST);
    }

    @Test
    void shouldSendDeadlinesThatAreSetLaterAndCancellations() throws IOException {
        Promise<Integer> call = target().count();
        assertThat(nextWith("\"call\"")).contains("\"s\":1").contains("\"ns\":"); // that of the system
        call.timeout(Duration.ofHours(1));
        assertThat(nextWith("\"limit\"")).contains("\"s\":1");
        call.cancel();
        assertThat(nextWith("\"cancel\"")).contains("\"s\":1");
        say("{\"t\":\"reply\",\"s\":1,\"v\":7}");
        Await.until("the late result is counted", LIMIT, () -> here.system.lateResults() == 1);
    }

    @Test
    void shouldSayGoodbyeBehindWhatWaitsToBeSent() throws IOException {
        for (int i = 0; i < SOME; i++) {
            target().put(TEXT);
        }
        link.close();
        int tells = 0;
        String last = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            tells += line.contains("\"tell\"") ? 1 : 0;
            last = line;
        }
        assertThat(tells).isEqualTo(SOME);
        assertThat(last).contains("goodbye");
    }

    @Test
    void shouldRefuseToOpenAStreamWithANumberThatIsTaken() throws IOException {
        here.remoting.expose("sender", here.system.spawn(Sender.class, Sender::new), "send");
        say("{\"t\":\"call\",\"s\":1,\"to\":\"sender\",\"m\":\"send\",\"a\":[null,\"x\"]}");
        assertThat(nextWith("\"fail\"")).contains("stream");
        assertThat(link.state()).isEqualTo(LinkState.UP);
    }

    /** Other than those that find room: who asks is told that the result is gone. */
    @Test
    void shouldKeepNoResultsForWhichThereIsNoRoom() throws IOException {
        here.system.host().memory().limit(MEMORY);
        List<WeakReference<String>> given = new ArrayList<>();
        Giver giver = here.system.spawn(Giver.class, () -> new Giver(given));
        here.remoting.expose("giver", giver, "give");
        for (int i = 0; i < ANSWERS; i++) {
            say("{\"t\":\"call\",\"s\":" + 2 * (i + 1) + ",\"to\":\"giver\",\"m\":\"give\"}");
        }
        Await.until("all have asked", LIMIT, () -> giver.asked().await(LIMIT) == ANSWERS);
        assertThat(giver.answer().await(LIMIT)).isEqualTo(ANSWERS);

        Await.until("only so many are kept as may wait", LIMIT, () -> {
            System.gc();
            return given.stream().filter(answer -> answer.get() != null).count() <= 2 * MEMORY / LARGE;
        });
        assertThat(link.state()).isEqualTo(LinkState.UP);
    }
}
