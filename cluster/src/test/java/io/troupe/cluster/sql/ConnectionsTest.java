// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final int MOST = 2;

    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger prepared = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();
    private final AtomicLong now = new AtomicLong();

    /** Those with a smaller number have been ended by the server. */
    private final AtomicInteger firstThere = new AtomicInteger();

    private final Connections connections =
            new Connections(this::connection, connection -> prepared.incrementAndGet(), MOST, now::get);
    private final CountDownLatch release = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();

    private Connection connection() {
        int number = opened.incrementAndGet();
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.incrementAndGet();
                    }
                    return method.getName().equals("isValid") ? number >= firstThere.get() : null;
                });
    }

    /** Uses all. */
    private void useAll() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(MOST);
        for (int i = 0; i < MOST; i++) {
            start(() -> connections.with(connection -> {
                begun.countDown();
                awaitRelease();
                return connection;
            }));
        }
        begun.await();
    }

    private void awaitRelease() {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private Thread start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (SQLException e) {
                throw new AssertionError(e);
            }
        });
        threads.add(thread);
        thread.start();
        return thread;
    }

    private void joinAll() throws InterruptedException {
        release.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Test
    void shouldReserveAlwaysTheSameThoughOthersAreUsedInBetween() throws Exception {
        Connection reserved = connections.withReserved(connection -> connection);
        Connection other = connections.with(connection -> connection);
        assertThat(other == reserved).isFalse();
        assertThat(connections.withReserved(connection -> connection) == reserved)
                .isTrue();
    }

    @Test
    void shouldDropTheReservedOneWithTheOthersWhenOneHasFailed() throws Exception {
        connections.withReserved(connection -> connection);
        assertThatThrownBy(() -> connections.with(connection -> {
                    throw new SQLException("gone");
                }))
                .isInstanceOf(SQLException.class);
        assertThat(closed).hasValue(2);
    }

    @Test
    void shouldLetWhoeverFindsAllInUseWaitAndKeepThemOpen() throws Exception {
        useAll();
        AtomicInteger done = new AtomicInteger();
        Thread late = start(() -> connections.with(connection -> done.incrementAndGet()));
        while (late.getState() != Thread.State.WAITING && late.isAlive()) {
            Thread.onSpinWait();
        }
        assertThat(done).hasValue(0);
        joinAll();
        assertThat(done).hasValue(1);
        assertThat(opened).hasValue(MOST);
        assertThat(prepared).hasValue(MOST);
        assertThat(closed).hasValue(0);
        connections.close();
        assertThat(closed).hasValue(MOST);
    }

    @Test
    void shouldKeepOneForWhoMustNotWait() throws Exception {
        useAll();
        assertThat(connections.<Integer>withReserved(connection -> 1)).isEqualTo(1);
        assertThat(opened).hasValue(MOST + 1);
        joinAll();
    }

    @Test
    void shouldCloseAllThatNobodyUsesWhenOneHasFailed() throws Exception {
        useAll();
        joinAll();
        assertThatThrownBy(() -> connections.with(connection -> {
                    throw new SQLException("the server is gone");
                }))
                .hasMessage("the server is gone");
        assertThat(closed).hasValue(MOST);
        assertThat(connections.<Integer>with(connection -> 1)).isEqualTo(1);
        assertThat(opened).hasValue(MOST + 1);
    }

    @Test
    void shouldReplaceThoseThatWereEndedWhileTheyRested() throws Exception {
        Connection reserved = connections.withReserved(connection -> connection);
        connections.with(connection -> connection);
        firstThere.set(3);
        now.addAndGet(Connections.REST_NANOS - 1);
        assertThat(connections.withReserved(connection -> connection) == reserved)
                .isTrue(); // as is seen by those who use it

        now.addAndGet(Connections.REST_NANOS);
        assertThat(connections.withReserved(connection -> connection) == reserved)
                .isFalse();
        assertThat(closed).hasValue(2);
        connections.with(connection -> connection);
        assertThat(opened).hasValue(4);
        assertThat(prepared).hasValue(4);
    }

    @Test
    void shouldKeepThoseThatAreThereThoughTheyRested() throws Exception {
        Connection reserved = connections.withReserved(connection -> connection);
        now.addAndGet(Connections.REST_NANOS);
        assertThat(connections.withReserved(connection -> connection) == reserved)
                .isTrue();
        assertThat(closed).hasValue(0);
    }

    @Test
    void shouldCloseWhatIsInUseAtItsEndAndOpenNoMore() throws Exception {
        useAll();
        connections.close();
        joinAll();
        assertThat(closed).hasValue(MOST);
        assertThatThrownBy(() -> connections.with(connection -> 1)).hasMessage("the connections are closed");
    }

    private interface Work {
        void run() throws SQLException;
    }
}
