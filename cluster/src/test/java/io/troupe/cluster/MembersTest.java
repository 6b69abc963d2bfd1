// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.MembersFixture.Node;
import io.troupe.cluster.actor.CallId;
import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.core.ActorSystem;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import io.troupe.testkit.Await;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Members of one process, with real links. */
class MembersTest {
    private static final Duration LIMIT = MembersFixture.LIMIT;
    private static final int KEYS = 40;

    private final MembersFixture members = new MembersFixture();

    @AfterEach
    void close() {
        members.close();
    }

    @Test
    void shouldCallAKeyFromEveryMember() {
        Node one = members.host("one");
        Node two = members.host("two");
        Node three = members.host("three");
        members.awaitShared(one, two, three);
        for (int i = 0; i < KEYS; i++) {
            one.purse("k" + i).receive(1).await(LIMIT);
            two.purse("k" + i).receive(2).await(LIMIT);
            three.purse("k" + i).receive(3).await(LIMIT);
            assertThat(one.purse("k" + i).came().await(LIMIT)).containsExactly(1L, 2L, 3L);
        }
        assertThat(one.cluster().members()).extracting(ClusterMember::name).containsExactly("one", "three", "two");
    }

    @Test
    void shouldFailNoCallWhileMembersJoinAndLeave() throws Exception {
        Node one = members.host("one");
        members.awaitShared(one);
        Traffic traffic = new Traffic(one);
        Node two = members.host("two");
        members.awaitShared(one, two);
        Node three = members.host("three");
        members.awaitShared(one, two, three);
        traffic.awaitMore();
        two.cluster().close();
        members.awaitShared(one, three);
        traffic.awaitMore();
        three.system().close();
        members.awaitShared(one);
        traffic.awaitMore();
        traffic.end(one);
    }

    /** A link that parts is dialled again: what came over the new one would be lost when the process ends. */
    @Test
    void shouldTakeNoNewLinksOnceItHasLeft() {
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        String address = two.cluster().self().address();
        int port = Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
        two.cluster().leave(LIMIT);
        assertThatThrownBy(() -> new Socket(InetAddress.getLoopbackAddress(), port).close())
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void shouldTakeOverFromADeadMemberAtOnce() {
        Node one = members.host("one");
        Node two = members.host("two");
        Node three = members.host("three");
        members.awaitShared(one, two, three);
        for (int i = 0; i < KEYS; i++) {
            one.purse("k" + i).receive(i).await(LIMIT);
        }
        three.cluster().vanish();
        for (int i = 0; i < KEYS; i++) {
            assertThat(centsOnceLinksAreKnownToBeLost(two.purse("k" + i))).isEqualTo(1_000L + i);
        }
        members.vanish(three); // a link that was just being made has survived the first time
        members.awaitShared(one, two);
        assertThat(three.cluster().ended().await(LIMIT)).contains("it is dead by the registry");
        assertThatThrownBy(() -> three.purse("k1").receive(1).await(LIMIT)).isInstanceOf(FencedException.class);
    }

    /** A call over a link whose end is not noticed yet fails, and may be repeated. */
    private static long centsOnceLinksAreKnownToBeLost(Purse purse) {
        while (true) {
            try {
                return purse.cents().await(LIMIT);
            } catch (LinkLostException e) {
                assertThat(e.maybeExecuted()).isTrue();
            }
        }
    }

    @Test
    void shouldDoACallWithAnIdOnceWhereverItsKeyIs() {
        Node one = members.host("one");
        Node two = members.host("two");
        Node caller = members.join("caller");
        members.awaitShared(one, two);
        for (int i = 0; i < KEYS; i++) {
            String key = "k" + i;
            CallId id = CallId.of("request " + i);
            assertThat(id.run(() -> caller.purse(key).receive(5)).await(LIMIT)).isEqualTo(1_005);
            assertThat(id.run(() -> one.purse(key).receive(5)).await(LIMIT)).isEqualTo(1_005);
            assertThat(id.run(() -> two.purse(key).receive(5)).await(LIMIT)).isEqualTo(1_005);
            assertThat(caller.purse(key).came().await(LIMIT)).containsExactly(5L);
            assertThatThrownBy(() -> id.run(() -> caller.purse(key).came()).await(LIMIT))
                    .hasMessageContaining("the id of a call must be that of one call");
        }
    }

    @Test
    void shouldRefuseACallWithAnIdWhoseArgumentsCannotTravel() {
        members.host("one");
        Node caller = members.join("caller");
        CallId id = CallId.of("request");
        assertThatThrownBy(
                        () -> id.run(() -> caller.purse("a").pay("\uD83D", 1)).await(LIMIT))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("method=Purse.pay(String,long)")
                .hasMessageContaining("a text must not have half a surrogate pair");
        assertThat(id.run(() -> caller.purse("a").receive(5)).await(LIMIT)).isEqualTo(1_005);
    }

    @Test
    void shouldDoEffectsOnceWhileMembersComeAndGo() throws Exception {
        Node one = members.host("one");
        Node two = members.host("two");
        members.awaitShared(one, two);
        List<Promise<Long>> paid = new ArrayList<>();
        for (int round = 0; round < 10; round++) {
            for (int i = 0; i < KEYS; i++) {
                paid.add(one.purse("k" + i).pay("k" + (i + 1) % KEYS, 1 + i));
            }
            if (round == 3) {
                members.host("three");
            }
            if (round == 6) {
                two.cluster().vanish();
            }
        }
        Promise.allSettled(paid).await(LIMIT);
        long acknowledged = paid.stream().filter(Promise::isFulfilled).count();
        Await.until("all effects are done", LIMIT, () -> members.effects() == 0);
        long cents = 0;
        long came = 0;
        long gone = 0;
        for (int i = 0; i < KEYS; i++) {
            cents += one.purse("k" + i).cents().await(LIMIT);
            came += one.purse("k" + i).came().await(LIMIT).size();
            gone += one.purse("k" + i).gone().await(LIMIT);
        }
        assertThat(cents).isEqualTo(1_000L * KEYS);
        assertThat(came).isEqualTo(gone).isBetween(acknowledged, (long) paid.size());
    }

    @Test
    void shouldSayWhoHostsWhat() {
        Node one = members.host("one");
        Node two = members.host("two");
        Node caller = members.join("caller");
        members.awaitShared(one, two);
        assertThat(caller.purse("a").receive(5).await(LIMIT)).isEqualTo(1_005);
        assertThat(caller.cluster().self().shards()).isZero();
        assertThatThrownBy(() ->
                        caller.cluster().actor(Sender.class, "a").send("b").await(LIMIT))
                .isInstanceOf(NotHostedException.class)
                .hasMessageContaining("one=[purse]")
                .hasMessageContaining("two=[purse]");
        assertThatThrownBy(
                        () -> one.cluster().actor(Sender.class, "a").send("b").await(LIMIT))
                .isInstanceOf(NotHostedException.class);
    }

    @Test
    void shouldSayThatNobodyHostsAnything() {
        Node lonely = members.join("lonely");
        ActorSystem outside = ActorSystem.start("outside");
        try (outside;
                ClusterClient client =
                        Cluster.client(outside, List.of(lonely.cluster().self().address()))) {
            Promise<Long> far = client.actor(Purse.class, "a").cents();
            assertThatThrownBy(() -> lonely.purse("a").cents().await(LIMIT)).isInstanceOf(NotHostedException.class);
            assertThatThrownBy(() -> far.await(LIMIT)).isInstanceOf(NotHostedException.class);
            Node one = members.host("one");
            members.awaitShared(one);
            assertThat(client.actor(Purse.class, "a").cents().await(LIMIT)).isEqualTo(1_000);
            assertThat(lonely.purse("a").cents().await(LIMIT)).isEqualTo(1_000);
        }
    }

    @Test
    void shouldLeaveTheLastMemberInPeace() {
        Node one = members.host("one");
        members.awaitShared(one);
        one.purse("a").receive(7).await(LIMIT);
        one.cluster().leave(LIMIT);
        assertThat(one.cluster().ended().await(LIMIT)).contains("it has left");
        assertThat(one.cluster().self().status()).isEqualTo("GONE");
        Node two = members.host("two");
        assertThat(two.purse("a").cents().await(LIMIT)).isEqualTo(1_007);
    }

    /** Writers that count what was acknowledged. */
    private static final class Traffic {
        private final AtomicBoolean going = new AtomicBoolean(true);
        private final long[] sums = new long[KEYS];
        private final List<Throwable> failures = new ArrayList<>();
        private final Thread thread;
        private final AtomicLong rounds = new AtomicLong();

        Traffic(Node caller) {
            thread = new Thread(() -> {
                while (going.get()) {
                    List<Promise<Long>> calls = new ArrayList<>();
                    for (int i = 0; i < KEYS; i++) {
                        calls.add(caller.purse("k" + i).receive(1));
                    }
                    for (int i = 0; i < KEYS; i++) {
                        try {
                            calls.get(i).await(LIMIT);
                            sums[i]++;
                        } catch (RuntimeException e) {
                            failures.add(e);
                        }
                    }
                    rounds.incrementAndGet();
                }
            });
            thread.start();
        }

        void awaitMore() {
            long before = rounds.get();
            Await.until("calls are answered", LIMIT, () -> rounds.get() > before + 2);
        }

        void end(Node caller) throws InterruptedException {
            going.set(false);
            thread.join();
            assertThat(failures).isEmpty();
            for (int i = 0; i < KEYS; i++) {
                assertThat(caller.purse("k" + i).cents().await(LIMIT)).isEqualTo(1_000 + sums[i]);
            }
        }
    }
}
