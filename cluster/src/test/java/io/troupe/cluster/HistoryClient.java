// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.error.BackpressureException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.promise.Promise;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A client that writes and reads registers and lists, one operation after the other, and notes each in a file before it is sent and when
 * its answer is there. A line is in the file even if the process is killed a moment later. Times are those of the monotonic clock, which all
 * processes of a machine share. Keys change after some time, so that no register sees more operations than a checker can order.
 */
final class HistoryClient implements AutoCloseable {
    static final int REGISTERS = 24;
    static final int LISTS = 8;

    /** How long one set of keys is used. */
    private static final long GENERATION = TimeUnit.SECONDS.toNanos(20);

    /** Of one client, of one key: with 20 clients a register sees 1,000. */
    private static final int MOST_OPERATIONS = 50;

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final long PAUSE_NANOS = 3_000_000;

    private final String name;
    private final Cluster cluster;
    private final OutputStream out;
    private final Random random;
    private final Thread thread;
    private final Map<String, Integer> counts = new HashMap<>();
    private long generation;
    private long number;
    private long item;
    private volatile boolean closed;

    /** Operations that have been answered. */
    private final AtomicLong answered = new AtomicLong();

    /**
     * Does nothing yet.
     *
     * @param number of the client, of which no other one has it: its items begin with it
     */
    HistoryClient(int number, Cluster cluster, Path folder) {
        this.name = "c" + number;
        this.cluster = cluster;
        this.random = new Random(number);
        this.item = number * 10_000_000L;
        this.thread = new Thread(this::run, "client " + name);
        thread.setDaemon(true);
        try {
            this.out = Files.newOutputStream(folder.resolve(name + ".history"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HistoryClient start() {
        thread.start();
        return this;
    }

    long answered() {
        return answered.get();
    }

    private void run() {
        while (!closed) {
            String key = nextKey();
            int before = counts.merge(key, 1, Integer::sum);
            if (before <= MOST_OPERATIONS) {
                if (random.nextBoolean()) {
                    read(key);
                } else {
                    write(key);
                }
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private String nextKey() {
        long now = System.nanoTime() / GENERATION;
        if (now != generation) {
            generation = now;
            counts.clear();
        }
        int any = random.nextInt(REGISTERS + LISTS);
        return (any < REGISTERS ? "register" : "list") + any + "-" + generation;
    }

    static boolean isList(String key) {
        return key.startsWith("list");
    }

    void read(String key) {
        Slate slate = cluster.actor(Slate.class, key);
        operation("[\"read\",\"" + key + "\"]", () -> {
            List<Long> items = slate.read().await(LIMIT);
            return isList(key) ? items.toString() : items.isEmpty() ? "null" : String.valueOf(items.get(0));
        });
    }

    private void write(String key) {
        Slate slate = cluster.actor(Slate.class, key);
        String action = isList(key) ? "append" : "write";
        long next = item++;
        operation("[\"" + action + "\",\"" + key + "\"," + next + "]", () -> {
            Promise<Integer> written = isList(key) ? slate.append(next) : slate.write(next);
            return String.valueOf(written.await(LIMIT));
        });
    }

    private void operation(String call, Operation operation) {
        note("\"type\":\"invoke\",\"call\":" + call);
        String end;
        try {
            end = "\"type\":\"ok\",\"result\":" + operation.run();
        } catch (RuntimeException e) {
            end = "\"type\":\"" + (isRefused(e) ? "fail" : "info") + "\"";
        }
        note(end);
        number++;
        answered.incrementAndGet();
    }

    /** Whether it was certainly not done. */
    private static boolean isRefused(RuntimeException e) {
        return e instanceof BackpressureException
                || (e instanceof CallNotServedException refused && !refused.maybeExecuted())
                || (e instanceof LinkLostException lost && !lost.maybeExecuted());
    }

    private void note(String rest) {
        String line =
                "{\"time\":" + System.nanoTime() + ",\"id\":" + number + ",\"client\":\"" + name + "\"," + rest + "}\n";
        try {
            out.write(line.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private interface Operation {
        String run();
    }

    /** Ends after the operation that is under way. */
    @Override
    public void close() throws IOException {
        closed = true;
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        out.close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
