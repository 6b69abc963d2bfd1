// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.transport;

import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A listener that remembers what it was told, and does what a test wants. */
public class Peer implements ConnectionListener {
    static final Duration LIMIT = Duration.ofSeconds(20);

    /** What it does with bytes: returns how many it uses. */
    public interface Reading {
        int read(Connection connection, byte[] bytes, int from, int to);
    }

    final AtomicReference<@Nullable Connection> open = new AtomicReference<>();
    final List<String> closes = new CopyOnWriteArrayList<>();
    final AtomicInteger writables = new AtomicInteger();
    final AtomicLong received = new AtomicLong();
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final Reading reading;
    private final Consumer<Connection> opening;

    /** Takes all bytes. */
    public Peer() {
        this(connection -> {});
    }

    /** Takes all bytes, and does something when it opens. */
    public Peer(Consumer<Connection> opening) {
        this.opening = opening;
        this.reading = (connection, all, from, to) -> {
            keep(all, from, to);
            return to - from;
        };
    }

    /** Does something with bytes. */
    public Peer(Reading reading) {
        this.opening = connection -> {};
        this.reading = reading;
    }

    @Override
    public void onOpen(Connection connection) {
        if (!open.compareAndSet(null, connection)) {
            closes.add("onOpen was called twice");
        }
        opening.accept(connection);
    }

    @Override
    public int onBytes(byte[] all, int from, int to) {
        Connection connection = open.get();
        if (connection == null || !connection.inLoop() || !closes.isEmpty()) {
            closes.add("onBytes was called before, after or elsewhere");
        }
        int used = reading.read(connection, all, from, to);
        received.addAndGet(used);
        return used;
    }

    @Override
    public void onWritable() {
        writables.incrementAndGet();
    }

    @Override
    public void onClose(@Nullable String cause) {
        closes.add(String.valueOf(cause));
    }

    /** Remembers bytes. */
    final void keep(byte[] all, int from, int to) {
        synchronized (bytes) {
            bytes.write(all, from, to - from);
        }
    }

    final byte[] kept() {
        synchronized (bytes) {
            return bytes.toByteArray();
        }
    }

    /** The connection, waited for. */
    public final Connection connection() {
        Await.until("the connection is open", LIMIT, () -> open.get() != null);
        return open.get();
    }

    /** What onClose was told, waited for; "null" for an end in order. */
    public final String closed() {
        Await.until("the connection has closed", LIMIT, () -> !closes.isEmpty());
        return closes.get(0);
    }

    final void awaitReceived(long count) {
        Await.until("received=" + count, LIMIT, () -> received.get() >= count);
    }

    /** Writes and flushes on the loop. */
    final void send(byte[] all) {
        connection().execute(() -> {
            connection().write(all, 0, all.length);
            connection().flush();
        });
    }
}
