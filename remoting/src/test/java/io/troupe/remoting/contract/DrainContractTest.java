// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.EndReason;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.host.ActorControl;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** How links end in good order: nothing new, what is under way is answered, and both sides know why. */
@ParameterizedClass(name = "{0} over {1}")
@MethodSource("io.troupe.remoting.contract.LifeContractTest#combinations")
class DrainContractTest {
    private static final Duration LIMIT = Node.LIMIT;
    private static final Duration SOON = Duration.ofMillis(20);

    @Parameter(0)
    Encoding encoding;

    @Parameter(1)
    Way way;

    private Node here;
    private Node there;
    private Link link;
    private Link back;
    private Desk desk;
    private Desk local;
    private String address;

    public static class Desk extends Actor<Desk> {
        private CompletablePromise<Integer> held = new CompletablePromise<>();
        private int count;

        public void put(int n) {
            count += n;
        }

        public Promise<Integer> count() {
            return Promise.of(count);
        }

        /** Answered by {@link #release}. */
        public Promise<Integer> hold() {
            count++;
            return held;
        }

        public void release(int n) {
            held.complete(n);
            held = new CompletablePromise<>();
        }

        /** Asks somebody, perhaps far away. */
        public Promise<Integer> countOf(Desk other) {
            return other.count();
        }
    }

    private void open(Duration drainTimeout) {
        there = Node.start(ActorSystem.builder().name("there").drainTimeout(drainTimeout), config -> config);
        here = Node.start("here");
        address = there.listen(way, encoding);
        link = here.connect(address, encoding);
        back = there.lastAccepted();
        local = there.system.spawn(Desk.class, Desk::new);
        there.remoting.expose("desk", local);
        desk = link.lookup("desk", Desk.class);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(LIMIT);
    }

    private Promise<Integer> held() {
        int before = await(local.count());
        Promise<Integer> call = desk.hold();
        Await.until("it is there", LIMIT, () -> await(local.count()) > before);
        return call;
    }

    private static void awaitState(Link one, LinkState state) {
        Await.until("it is " + state, LIMIT, () -> one.state() == state);
    }

    private static void assertNotExecuted(Promise<?> call) {
        assertThat(catchThrowable(() -> await(call)))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isFalse());
    }

    // ---- one link ------------------------------------------------------------------------------------------------

    @Test
    void shouldAnswerWhatIsUnderWayAndTakeNothingNew() {
        open(Duration.ZERO);
        there.stopListening();
        Promise<Integer> call = held();
        Promise<Boolean> end = back.drain(LIMIT, "a new version", "tcp://other:7000");
        Await.until("this side knows", LIMIT, () -> link.lastLoss() != null);
        assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
        assertThat(link.lastLoss().elsewhere()).isEqualTo("tcp://other:7000");
        assertThat(link.lastLoss().cause()).contains("a new version");
        assertThat(back.state()).isEqualTo(LinkState.DRAINING);
        int before = await(local.count());
        assertNotExecuted(desk.count());
        desk.put(1);
        assertThat(here.awaitLetter(DeadLetter.Reason.LINK_LOST, "put").target())
                .endsWith("/desk");
        assertThat(end.isSettled()).isFalse();
        assertThat(await(local.count())).isEqualTo(before);
        local.release(7);
        assertThat(await(call)).isEqualTo(7);
        assertThat(await(end)).isTrue();
        awaitState(back, LinkState.CLOSED);
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
    }

    @Test
    void shouldEndWhenItsTimeIsOver() {
        open(Duration.ZERO);
        Promise<Integer> call = held();
        assertThat(await(back.drain(SOON))).isFalse();
        assertThatThrownBy(() -> await(call))
                .isInstanceOfSatisfying(LinkLostException.class, e -> assertThat(e.maybeExecuted())
                        .isTrue());
        assertThat(back.state()).isEqualTo(LinkState.CLOSED);
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
        assertThat(back.lastLoss().cause()).contains("calls left");
    }

    @Test
    void shouldEndWhenTheSideThatHasDialledGoes() {
        open(Duration.ZERO);
        assertThat(await(desk.count())).isZero();
        Promise<Integer> call = held();
        Promise<Boolean> end = link.drain(LIMIT);
        Link next = here.connect(address, encoding);
        assertThat(next).isNotSameAs(link);
        assertThat(end.isSettled()).isFalse();
        local.release(3);
        assertThat(await(call)).isEqualTo(3);
        assertThat(await(end)).isTrue();
        assertThat(link.state()).isEqualTo(LinkState.CLOSED);
        awaitState(back, LinkState.CLOSED);
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
        assertThat(next.state()).isEqualTo(LinkState.UP);
    }

    /** What it has begun may need others. */
    @Test
    void shouldLetTheSideThatGoesCallOn() {
        open(Duration.ZERO);
        Desk mine = here.system.spawn(Desk.class, Desk::new);
        here.remoting.expose("mine", mine);
        Desk far = back.lookup("mine", Desk.class);
        Promise<Integer> call = held();
        Promise<Boolean> end = back.drain(LIMIT);
        Await.until("this side knows", LIMIT, () -> link.lastLoss() != null);
        far.put(5);
        assertThat(await(local.countOf(far))).isEqualTo(5);
        local.release(1);
        assertThat(await(call)).isEqualTo(1);
        assertThat(await(end)).isTrue();
    }

    @Test
    void shouldBeginNoStreamsAndWatchesWithASideThatGoes() {
        open(Duration.ZERO);
        there.stopListening();
        there.remoting.accept("items", Integer.class, Integer.class, out -> Callback.of(item -> {}));
        Promise<Integer> call = held();
        Promise<Boolean> end = back.drain(LIMIT);
        Await.until("this side knows", LIMIT, () -> link.lastLoss() != null);
        Callback<Integer> items = Callback.of(item -> {});
        link.open("items", Integer.class, Integer.class, items);
        assertThat(catchThrowable(() -> await(items.ended()))).isInstanceOf(LinkLostException.class);
        assertThat(await(ActorControl.of(desk).watch()).reason()).isEqualTo(EndReason.LINK_LOST);
        assertThat(end.isSettled()).isFalse();
        local.release(1);
        assertThat(await(call)).isEqualTo(1);
        assertThat(await(end)).isTrue();
    }

    // ---- the next one --------------------------------------------------------------------------------------------

    @Test
    void shouldDialAgainWhileTheOldLinkStillAnswers() {
        open(Duration.ZERO);
        Promise<Integer> call = held();
        Promise<Integer> unwanted = held();
        Promise<Boolean> end = back.drain(LIMIT);
        Await.until("there is another one", LIMIT, () -> there.accepted.size() == 2);
        awaitState(link, LinkState.UP);
        List<Promise<Integer>> next = Stream.generate(this::held).limit(4).toList();
        assertThat(end.isSettled()).isFalse();
        unwanted.cancel(); // on the old link: others have the same number on the new one
        assertThat(await(desk.count())).isEqualTo(6);
        local.release(9);
        assertThat(await(call)).isEqualTo(9);
        assertThat(next).allSatisfy(one -> assertThat(await(one)).isEqualTo(9));
        assertThat(await(end)).isTrue();
        assertThat(await(desk.count())).isEqualTo(6);
        assertThat(link.state()).isEqualTo(LinkState.UP);
    }

    @Test
    void shouldCloseBothLinksWhenItIsClosedMeanwhile() {
        open(Duration.ZERO);
        Promise<Integer> call = held();
        back.drain(LIMIT);
        Await.until("there is another one", LIMIT, () -> there.accepted.size() == 2);
        awaitState(link, LinkState.UP);
        link.close();
        assertThat(catchThrowable(() -> await(call))).isInstanceOf(LinkLostException.class);
        Await.until("both have ended", LIMIT, () -> there.accepted.stream()
                .allMatch(one -> one.state() == LinkState.CLOSED));
        awaitState(link, LinkState.CLOSED);
    }

    // ---- all links -----------------------------------------------------------------------------------------------

    @Test
    void shouldTakeLeaveOfAll() {
        open(Duration.ZERO);
        Promise<Integer> call = held();
        Promise<Boolean> end = there.remoting.drain(LIMIT, "moving", "");
        Await.until("this side knows", LIMIT, () -> link.lastLoss() != null);
        local.release(4);
        assertThat(await(call)).isEqualTo(4);
        assertThat(await(end)).isTrue();
        Await.until("they are gone", LIMIT, () -> there.remoting.links().isEmpty());
    }

    @Test
    void shouldAnswerWhatIsUnderWayWhenTheSystemCloses() throws Exception {
        open(LIMIT);
        Promise<Integer> call = held();
        ExecutorService closer = Executors.newSingleThreadExecutor();
        try {
            Future<?> closed = closer.submit(there::close);
            Await.until("this side knows", LIMIT, () -> link.lastLoss() != null);
            assertThat(link.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
            assertThat(closed.isDone()).isFalse();
            local.release(8);
            assertThat(await(call)).isEqualTo(8);
            closed.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } finally {
            closer.shutdown();
        }
        assertThat(back.lastLoss().reason()).isEqualTo(LinkLoss.Reason.DRAINED);
    }

    @Test
    void shouldRefuseLimitsThatMakeNoSense() {
        open(Duration.ZERO);
        assertThatThrownBy(() -> link.drain(Duration.ofSeconds(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("limit=PT-1S");
    }
}
