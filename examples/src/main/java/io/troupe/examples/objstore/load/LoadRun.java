// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.load;

import io.troupe.examples.objstore.client.ClientConfig;
import io.troupe.examples.objstore.client.ConflictException;
import io.troupe.examples.objstore.client.ObjectClient;
import io.troupe.examples.objstore.filestorage.Change;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.net.transport.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One measurement: clients that begin together, each with a link of its own, and end after a time, but not before they have had
 * one object each. A closed loop: a client begins the next object when it has the last one. Those that read do so on the loops
 * of their links, so that measuring costs few switches of threads; those that commit or read ahead have threads.
 */
public final class LoadRun {
    /** Where clients commit: behind all ids that a storage of usual size has given. */
    private static final long FIRST_OWN = 1L << 40;

    private static final int COMMITTED_BYTES = 128;

    private final Transport transport;
    private final Target target;
    private final Catalogue catalogue;
    private final LoadKind kind;
    private final int window;
    private final Duration warmUp;
    private final Duration time;
    private final long[] oids;

    /**
     * A measurement.
     *
     * @param catalogue what is read; for commits it may be empty
     * @param window loads under way per client
     * @param warmUp time before the clock counts
     * @param time that counts
     */
    public LoadRun(
            Transport transport,
            Target target,
            Catalogue catalogue,
            LoadKind kind,
            int window,
            Duration warmUp,
            Duration time) {
        this.transport = transport;
        this.target = target;
        this.catalogue = catalogue;
        this.kind = kind;
        this.window = window;
        this.warmUp = warmUp;
        this.time = time;
        oids = catalogue.checksums().keySet().stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    /** What one client has measured. */
    private static final class Samples {
        private long[] nanos = new long[1 << 12];
        private int count;

        void add(long value) {
            if (count == nanos.length) {
                nanos = Arrays.copyOf(nanos, 2 * count);
            }
            nanos[count++] = value;
        }

        void add(Samples others) {
            for (int i = 0; i < others.count; i++) {
                add(others.nanos[i]);
            }
        }
    }

    /**
     * Measures. Waits until all clients have ended.
     *
     * @param clients how many
     * @param round number of the round, for the figure
     * @return the figure
     * @throws InterruptedException if the thread is interrupted; the clients end
     * @throws RuntimeException of a client that has failed
     */
    public LoadFigure measure(int clients, int round) throws InterruptedException {
        List<ObjectClient> open = new ArrayList<>();
        List<Thread> threads = new ArrayList<>();
        try {
            ClientConfig config = (kind == LoadKind.COMMIT ? ClientConfig.writing() : ClientConfig.reading())
                    .window(Math.max(window, 64))
                    // read ahead needs a cache; reading one by one must not have one
                    .cacheBytes(kind == LoadKind.READ ? 0 : 2 * catalogue.bytes() + 1024L * oids.length);
            for (int i = 0; i < clients; i++) {
                open.add(ObjectClient.open(transport, target.address(), config));
            }
            CountDownLatch ready = new CountDownLatch(clients);
            AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
            List<Samples> samples = new ArrayList<>();
            long[] ends = new long[clients];
            long begin = System.nanoTime() + warmUp.toNanos();
            long end = begin + time.toNanos();
            for (int i = 0; i < clients; i++) {
                int number = i;
                Samples mine = new Samples();
                samples.add(mine);
                Thread thread = new Thread(
                        () -> {
                            try {
                                ready.countDown();
                                ready.await();
                                ends[number] = loop(open.get(number), number, begin, end, mine);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            } catch (RuntimeException e) {
                                failure.compareAndSet(null, e);
                            }
                        },
                        "client-" + i);
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            RuntimeException failed = failure.get();
            if (failed != null) {
                throw failed;
            }
            long[] all = samples.stream()
                    .flatMapToLong(each -> Arrays.stream(each.nanos, 0, each.count))
                    .toArray();
            return LoadFigure.of(
                    target,
                    kind,
                    clients,
                    window,
                    round,
                    all,
                    Arrays.stream(ends).max().orElse(end) - begin);
        } finally {
            threads.forEach(Thread::interrupt);
            open.forEach(ObjectClient::close);
        }
    }

    /** Returns when it has ended: at the end, or with what was begun before. */
    private long loop(ObjectClient client, int number, long begin, long end, Samples samples)
            throws InterruptedException {
        int first = (int) ((long) oids.length * number / 97 % Math.max(1, oids.length)); // not all at the same place
        return switch (kind) {
            case COMMIT -> commit(client, number, begin, end, samples);
            case PREFETCH -> prefetch(client, first, begin, end, samples);
            case READ -> read(client, first, begin, end, samples);
        };
    }

    private long prefetch(ObjectClient client, int first, long begin, long end, Samples samples)
            throws InterruptedException {
        while (true) {
            client.clearCache();
            long last = System.nanoTime();
            for (int i = 1; i < oids.length; i++) {
                client.prefetch(oids[(first + i) % oids.length], catalogue.at());
            }
            for (int i = 0; i < oids.length; i++) {
                long oid = oids[(first + i) % oids.length];
                catalogue.check(oid, client.load(oid, catalogue.at()));
                long now = System.nanoTime();
                if (last - begin >= 0) {
                    samples.add(now - last);
                }
                last = now;
                if (now - end >= 0 && samples.count > 0) {
                    return now;
                }
            }
        }
    }

    private long read(ObjectClient client, int first, long begin, long end, Samples samples)
            throws InterruptedException {
        List<Reader> readers = new ArrayList<>();
        for (int i = 0; i < window; i++) {
            Reader reader = new Reader(client, (first + i * oids.length / window) % oids.length, begin, end);
            readers.add(reader);
            reader.next();
        }
        long last = end;
        for (Reader reader : readers) {
            try {
                last = Math.max(last, reader.over.get());
            } catch (ExecutionException e) {
                throw e.getCause() instanceof RuntimeException failure
                        ? failure
                        : new IllegalStateException(e.getCause());
            }
            samples.add(reader.samples);
        }
        return last;
    }

    /** Reads one object after the other, on the loop of a link. Its fields pass from thread to thread with the outcome of a load. */
    private final class Reader {
        private final ObjectClient client;
        private final long begin;
        private final long end;
        private final Samples samples = new Samples();
        private final CompletableFuture<Long> over = new CompletableFuture<>();
        private int index;
        private long last;

        Reader(ObjectClient client, int first, long begin, long end) {
            this.client = client;
            this.index = first;
            this.begin = begin;
            this.end = end;
        }

        void next() throws InterruptedException {
            long oid = oids[index];
            index = (index + 1) % oids.length;
            last = System.nanoTime();
            CompletableFuture<?> unused = client.loadLater(oid, catalogue.at()).whenComplete((load, failure) -> {
                if (failure != null) {
                    over.completeExceptionally(failure);
                } else {
                    read(oid, load);
                }
            });
        }

        private void read(long oid, Load load) {
            try {
                catalogue.check(oid, load);
                long now = System.nanoTime();
                if (last - begin >= 0) {
                    samples.add(now - last);
                }
                if (now - end < 0 || samples.count == 0) {
                    next();
                } else {
                    over.complete(now);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                over.completeExceptionally(e);
            } catch (RuntimeException e) {
                over.completeExceptionally(e);
            }
        }
    }

    private long commit(ObjectClient client, int number, long begin, long end, Samples samples)
            throws InterruptedException {
        long oid = FIRST_OWN + number;
        long serial = client.load(oid, client.head()) instanceof Load.Found found ? found.tid() : 0;
        byte[] data = new byte[COMMITTED_BYTES];
        while (true) {
            long last = System.nanoTime();
            try {
                serial = client.commit("load", List.of(new Change.Store(oid, serial, data)));
            } catch (ConflictException e) {
                throw new IllegalStateException("objects of this client must be its own: cause=" + e.getMessage(), e);
            }
            long now = System.nanoTime();
            if (last - begin >= 0) {
                samples.add(now - last);
            }
            if (now - end >= 0 && samples.count > 0) {
                return now;
            }
        }
    }
}
