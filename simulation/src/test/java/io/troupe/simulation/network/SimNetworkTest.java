// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.promise.Promise;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.TransportConfig;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.support.SteppedAgenda;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SimNetworkTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final TransportConfig CONFIG = TransportConfig.defaults();

    private final SteppedAgenda agenda = new SteppedAgenda(1);
    private final SimNetwork network =
            new SimNetwork(agenda, NetworkConditions.calm().latency(Delay.fixed(Duration.ofMillis(1))));
    private final SimTransport one = host("n1");
    private final SimTransport two = host("n2");
    private final List<End> accepted = new ArrayList<>();

    /** An end of a connection that remembers everything. */
    private static final class End implements ConnectionListener {
        final List<String> told = new ArrayList<>();

        @Nullable
        Connection connection;

        @Override
        public void onOpen(Connection opened) {
            connection = opened;
            told.add("open");
        }

        @Override
        public int onBytes(byte[] bytes, int from, int to) {
            StringBuilder text = new StringBuilder();
            for (int i = from; i < to; i++) {
                text.append(bytes[i]).append(' ');
            }
            told.add(text.toString().trim());
            return to - from;
        }

        @Override
        public void onWritable() {
            told.add("writable");
        }

        @Override
        public void onClose(@Nullable String cause) {
            told.add("closed: " + cause);
        }

        void send(int value) {
            Connection open = connection;
            assertThat(open).isNotNull();
            open.execute(() -> {
                open.write(new byte[] {(byte) value}, 0, 1);
                open.flush();
            });
        }
    }

    private SimTransport host(String name) {
        return network.transport(name, CONFIG, agenda.clock, OutsideExecutors.ofNoSystem());
    }

    private void listen(SimTransport at) {
        at.listen(Address.parse("tcp://" + at.host() + ":7000"), () -> {
            End end = new End();
            accepted.add(end);
            return end;
        });
    }

    private End connect() {
        listen(two);
        End end = new End();
        Promise<Connection> dialled = one.connect(Address.parse("tcp://n2:7000"), end);
        agenda.runFor(SECOND);
        assertThat(dialled.isFulfilled()).isTrue();
        assertThat(accepted).hasSize(1);
        return end;
    }

    @Test
    void shouldDeliverBytesAfterTheLatency() {
        End end = connect();
        long before = agenda.nanos();
        end.send(7);
        agenda.runFor(Duration.ofMillis(1).minusNanos(1));
        assertThat(accepted.get(0).told).containsExactly("open");
        agenda.runFor(Duration.ofNanos(1));
        assertThat(accepted.get(0).told).containsExactly("open", "7");
        assertThat(agenda.nanos() - before).isEqualTo(1_000_000);
    }

    @Test
    void shouldNameEventsAfterTheEndsOfTheConnection() {
        End end = connect();
        agenda.ran.clear();
        end.send(7);
        agenda.runFor(SECOND);
        assertThat(agenda.ran).containsExactly("task n1/@to-n2.1→n1/@net ", "bytes n1/@to-n2.1→n2/@net 1 bytes");
    }

    @Test
    void shouldKeepTheOrderOfOneConnectionWhateverTheLatencies() {
        network.conditions(network.conditions().latency(Delay.pareto(Duration.ofMillis(1), 0.5)));
        End end = connect();
        StringBuilder expected = new StringBuilder();
        for (int i = 0; i < 100; i++) {
            end.send(i);
            expected.append(i).append(' ');
        }
        agenda.runFor(Duration.ofHours(3));
        List<String> told = accepted.get(0).told;
        assertThat(String.join(" ", told.subList(1, told.size())))
                .isEqualTo(expected.toString().trim());
    }

    @Test
    void shouldTakeTimeForBytesWhenBandwidthIsLimited() {
        network.conditions(network.conditions().bandwidth(1000));
        End end = connect();
        end.send(1);
        end.send(2);
        agenda.runFor(Duration.ofMillis(2).minusNanos(1));
        assertThat(accepted.get(0).told).containsExactly("open");
        agenda.runFor(Duration.ofMillis(1));
        assertThat(accepted.get(0).told).containsExactly("open", "1");
        agenda.runFor(Duration.ofNanos(1));
        assertThat(accepted.get(0).told).containsExactly("open", "1", "2");
    }

    @Test
    void shouldSendLostPacketsAgain() {
        End end = connect();
        network.conditions(network.conditions().loss(0.5));
        for (int i = 0; i < 20; i++) {
            end.send(i);
        }
        agenda.runFor(Duration.ofMillis(100));
        int early = accepted.get(0).told.size();
        assertThat(early).isLessThan(20);
        agenda.runFor(Duration.ofMinutes(2));
        assertThat(accepted.get(0).told).hasSize(21);
    }

    @Test
    void shouldHoldBytesBackUntilACutIsMended() {
        End end = connect();
        network.cut("n1", "n2");
        end.send(1);
        accepted.get(0).send(2);
        agenda.runFor(Duration.ofMinutes(1));
        assertThat(accepted.get(0).told).containsExactly("open");
        assertThat(end.told).containsExactly("open", "2");
        end.send(3);
        network.mend("n1", "n2");
        agenda.runFor(SECOND);
        assertThat(accepted.get(0).told).containsExactly("open", "1", "3");
    }

    @Test
    void shouldNotReachAHostBeyondAPartition() {
        listen(two);
        network.partition(List.of("n1"));
        Promise<Connection> dialled = one.connect(Address.parse("tcp://n2:7000"), new End());
        agenda.runFor(CONFIG.connectTimeout().minusMillis(1));
        assertThat(dialled.isSettled()).isFalse();
        agenda.runFor(SECOND);
        assertThat(dialled.isFailed()).isTrue();
        assertThat(dialled.result().orElseThrow().failure())
                .hasMessage("no answer: connectTimeout=PT5S, address=tcp://n2:7000");
        network.heal();
        agenda.runFor(Duration.ofMinutes(1));
        assertThat(accepted).isEmpty();
        assertThat(network).hasToString("SimNetwork[hosts=[n1, n2], connections=0, cuts=0]");
    }

    @Test
    void shouldTellBothSidesOfAReset() {
        End end = connect();
        assertThat(network.reset("n2", "n1")).isOne();
        agenda.runFor(SECOND);
        assertThat(end.told).containsExactly("open", "closed: connection reset by peer");
        assertThat(accepted.get(0).told).containsExactly("open", "closed: connection reset by peer");
        assertThat(network.reset("n2", "n1")).isZero();
    }

    @Test
    void shouldTellNobodyOfASilentConnection() {
        End end = connect();
        assertThat(network.silence("n1", "n2")).isOne();
        end.send(1);
        accepted.get(0).send(2);
        agenda.runFor(Duration.ofHours(1));
        assertThat(end.told).containsExactly("open");
        assertThat(accepted.get(0).told).containsExactly("open");
        End next = new End();
        one.connect(Address.parse("tcp://n2:7000"), next);
        agenda.runFor(SECOND);
        assertThat(next.told).containsExactly("open");
    }

    @Test
    void shouldTellThePeersOfAProcessThatCrashes() {
        End end = connect();
        accepted.get(0).send(1);
        network.crash("n2", true);
        agenda.runFor(SECOND);
        assertThat(end.told).containsExactly("open", "closed: connection reset by peer");
        assertThat(accepted.get(0).told).containsExactly("open");
        Promise<Connection> again = one.connect(Address.parse("tcp://n2:7000"), new End());
        agenda.runFor(SECOND);
        assertThat(again.result().orElseThrow().failure()).hasMessage("connection refused: address=tcp://n2:7000");
    }

    @Test
    void shouldTellThePeersOfAMachineThatCrashesWhenItIsUpAgain() {
        End end = connect();
        network.crash("n2", false);
        end.send(1);
        agenda.runFor(Duration.ofMinutes(1));
        assertThat(end.told).containsExactly("open");
        host("n2");
        agenda.runFor(SECOND);
        assertThat(end.told).containsExactly("open", "closed: connection reset by peer");
        assertThat(accepted.get(0).told).containsExactly("open");
    }

    @Test
    void shouldPartitionByChanceAndHeal() {
        End end = connect();
        network.conditions(network.conditions()
                .partitions(Delay.every(SECOND))
                .partitionLength(Delay.upTo(SECOND))
                .oneWay(0.5));
        network.fail();
        int cut = 0;
        int oneWay = 0;
        for (int i = 0; i < 1000; i++) {
            agenda.runFor(Duration.ofMillis(100));
            boolean there = network.isCut("n1", "n2");
            boolean back = network.isCut("n2", "n1");
            cut += there || back ? 1 : 0;
            oneWay += there != back ? 1 : 0;
        }
        // a third of the time, and in half of the cases the one host is alone
        assertThat(cut).isBetween(80, 300);
        assertThat(oneWay).isBetween(30, 200);
        network.heal();
        end.send(9);
        agenda.runFor(Duration.ofHours(1));
        assertThat(network.isCut("n1", "n2") || network.isCut("n2", "n1")).isFalse();
        assertThat(accepted.get(0).told).containsExactly("open", "9");
    }

    @Test
    void shouldResetAndSilenceByChance() {
        End end = connect();
        network.conditions(network.conditions().resets(Delay.every(SECOND)));
        network.fail();
        agenda.runFor(Duration.ofMinutes(1));
        assertThat(end.told).containsExactly("open", "closed: connection reset by peer");
    }
}
