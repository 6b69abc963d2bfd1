// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what many actors ask for, by one thread, in groups: whatever waits when the reading before is done. Nobody waits for a
 * group to become larger. Any thread asks; owns the thread, which begins with the first question, not the store.
 *
 * <p>Invariant: a question joins a group before the reading of that group begins. So what is found has all that was committed
 * before {@link #read} was called.
 *
 * <p>What waits is not bounded here: an actor asks one question at a time, and takes no messages before it has its answer.
 *
 * @param <Q> a question; equal ones get one answer
 * @param <R> what is found
 */
public final class GroupReader<Q, R> implements AutoCloseable {
    /** Questions that may fail alone before the store is taken to be away. */
    private static final int MOST_ALONE = 2;

    private static final Logger LOG = LoggerFactory.getLogger(GroupReader.class);

    private final String name;
    private final Reading<Q, R> reading;
    private final int most;
    private final Deque<Wanted<Q, R>> waiting = new ArrayDeque<>(); // guarded by itself
    private @Nullable Thread thread; // guarded by waiting
    private boolean closed; // guarded by waiting

    /**
     * Nothing waits.
     *
     * @param name of the thread
     * @param reading of a group
     * @param most questions of one group
     */
    public GroupReader(String name, Reading<Q, R> reading, int most) {
        this.name = name;
        this.reading = reading;
        this.most = most;
    }

    /**
     * Reads what several actors ask for.
     *
     * @param <Q> a question
     * @param <R> what is found
     */
    @FunctionalInterface
    public interface Reading<Q, R> {
        /**
         * Reads it. Waits for the database.
         *
         * @param questions each once
         * @param found told the answer to each as soon as it is there, or null if there is nothing; in any order, on the
         *     calling thread
         * @throws StoreException if what was not told cannot be read now
         */
        void read(List<Q> questions, BiConsumer<Q, @Nullable R> found) throws StoreException;
    }

    /**
     * Asks. Any thread; never waits.
     *
     * @param question of an actor
     * @param loading told once: the answer, or null if there is nothing or it could not be read, and in the last case why. On
     *     the reading thread, or on the calling one if the reader has closed; must be quick and must not throw
     */
    public void read(Q question, BiConsumer<@Nullable R, @Nullable StoreException> loading) {
        synchronized (waiting) {
            if (!closed) {
                if (thread == null) {
                    Thread started = new Thread(this::run, name);
                    started.setDaemon(true);
                    started.start(); // if there is none left, the next question tries again
                    thread = started;
                }
                waiting.add(new Wanted<>(question, loading));
                waiting.notifyAll();
                return;
            }
        }
        loading.accept(null, isClosed());
    }

    /** Fails what waits, takes nothing more, and waits for the thread. */
    @Override
    public void close() {
        List<Wanted<Q, R>> dropped;
        Thread running;
        synchronized (waiting) {
            closed = true;
            dropped = List.copyOf(waiting);
            waiting.clear();
            waiting.notifyAll();
            running = thread;
        }
        dropped.forEach(each -> each.loading.accept(null, isClosed()));
        boolean interrupted = false;
        while (running != null && running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static StoreException isClosed() {
        return new StoreException("a store must not be closing", new IllegalStateException("closed"));
    }

    private void run() {
        for (Group<Q, R> group = next(); !group.loadings.isEmpty(); group = next()) {
            read(group);
        }
    }

    /** What waits, within the limit; waited for. Nothing: it has closed. */
    private Group<Q, R> next() {
        Group<Q, R> group = new Group<>(new LinkedHashMap<>());
        synchronized (waiting) {
            while (waiting.isEmpty() && !closed) {
                try {
                    waiting.wait();
                } catch (InterruptedException e) {
                    // nobody knows the thread: a driver has left it interrupted
                }
            }
            while (!waiting.isEmpty() && group.loadings.size() < most) {
                group.add(waiting.remove());
            }
        }
        return group;
    }

    /** A question that cannot be answered must not keep others from being, nor may each of them wait for a store that is away. */
    private void read(Group<Q, R> group) {
        StoreException failure = tryRead(group.questions(), group);
        List<Q> left = group.questions();
        int failed = left.size() > 1 ? 0 : MOST_ALONE;
        for (int i = 0; i < left.size() && failed < MOST_ALONE; i++) {
            StoreException own = tryRead(List.of(left.get(i)), group);
            if (own != null) {
                failed++;
                group.settle(left.get(i), null, own);
            }
        }
        if (failure != null) {
            group.fail(failure);
        }
    }

    /** Returns why not all are told. */
    private @Nullable StoreException tryRead(List<Q> questions, Group<Q, R> group) {
        try {
            reading.read(questions, (question, answer) -> group.settle(question, answer, null));
            return null;
        } catch (StoreException e) {
            LOG.debug("actors could not be read: questions={}, cause={}", questions.size(), e.toString());
            return e;
        } catch (Throwable e) { // a driver's: without this thread nobody would be told anything
            LOG.error("actors could not be read: questions={}", questions.size(), e);
            return new StoreException("a store must be readable: cause=" + e, e);
        }
    }

    /** A question, and who asks it. */
    private record Wanted<Q, R>(Q question, BiConsumer<@Nullable R, @Nullable StoreException> loading) {}

    /**
     * What is read together.
     *
     * @param loadings those that were not told yet
     */
    private record Group<Q, R>(Map<Q, List<BiConsumer<@Nullable R, @Nullable StoreException>>> loadings) {
        void add(Wanted<Q, R> wanted) {
            loadings.computeIfAbsent(wanted.question, question -> new ArrayList<>(1))
                    .add(wanted.loading);
        }

        void settle(Q question, @Nullable R answer, @Nullable StoreException failure) {
            List<BiConsumer<@Nullable R, @Nullable StoreException>> told = loadings.remove(question);
            if (told != null) {
                told.forEach(each -> each.accept(answer, failure));
            }
        }

        /** Those that were not told yet. */
        List<Q> questions() {
            return List.copyOf(loadings.keySet());
        }

        void fail(StoreException failure) {
            questions().forEach(question -> settle(question, null, failure));
        }
    }
}
