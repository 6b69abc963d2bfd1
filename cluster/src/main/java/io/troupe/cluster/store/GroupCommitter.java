// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.store.Commit.Outcome;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits what many actors write, by one thread, in batches: whatever waits when the commit before is done. Of several
 * writes of one key in a batch only the newest state reaches the store, with the rows of all of them. Writes of one key settle
 * in their order. Any thread submits; owns the thread, not the store.
 */
public final class GroupCommitter implements AutoCloseable {
    /** Rows and bytes of one batch; a single write may have more. */
    static final int MOST_ROWS = 1_000;

    static final int MOST_BYTES = 1 << 20;

    /** Of a write beside its data, about. */
    private static final long OVERHEAD = 256;

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommitter.class);

    private final StateStore store;
    private final BlockingQueue<Submission> queue;
    private final MemoryBudget memory;
    private final Thread thread;

    /** Written before the thread is woken for the last time. */
    private volatile boolean closing;

    /** Written by the thread. */
    private volatile CommitStats stats = CommitStats.NONE;

    /**
     * Starts the thread.
     *
     * @param name of the thread
     * @param store to commit to
     * @param capacity most writes that wait
     * @param memory of those that wait or are under way
     */
    public GroupCommitter(String name, StateStore store, int capacity, MemoryBudget memory) {
        this.store = store;
        this.memory = memory;
        this.queue = new ArrayBlockingQueue<>(capacity);
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Takes a write. Any thread; never waits.
     *
     * @param write with a version above those before, if it has a state
     * @param line of the activation that writes
     * @param commit told the outcome
     * @return false if too many or too much wait, or it is closed: nothing is written then, and nobody is told
     */
    public boolean submit(StateWrite write, WriteLine line, Commit commit) {
        long bytes = OVERHEAD + write.bytes();
        if (closing || !memory.tryReserve(bytes)) {
            return false;
        }
        boolean taken = queue.offer(new Submission(write, line, bytes, commit));
        if (!taken) {
            memory.release(bytes);
        }
        return taken;
    }

    /** Whether a write would be taken now. Any thread; racy. */
    public boolean hasRoom() {
        return !closing && queue.remainingCapacity() > 0 && memory.free() > 0;
    }

    /** What it has done so far. Any thread. */
    public CommitStats stats() {
        return stats;
    }

    /** How many writes wait. Any thread; racy. */
    public int waiting() {
        return queue.size();
    }

    /** Bytes of the writes that wait or are under way. Any thread; racy. */
    public long waitingBytes() {
        return memory.used();
    }

    /** Commits what waits, takes nothing more, and waits for the thread. */
    @Override
    public void close() {
        closing = true;
        queue.offer(wake()); // if there is no room, it does not sleep
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        for (Submission late = queue.poll(); late != null; late = queue.poll()) {
            done(late, Outcome.DROPPED, null); // submitted while it was closing
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        for (Submission first = next(); first != null; first = next()) {
            commit(batch(first));
        }
    }

    /** The next write, waited for; null when it is closing and nothing is left. */
    private @Nullable Submission next() {
        while (!closing) {
            try {
                return queue.take();
            } catch (InterruptedException e) {
                // nobody knows the thread: a driver has left it interrupted
            }
        }
        return queue.poll();
    }

    /** What goes into one commit: the writes that wait, within the limits. */
    private List<Submission> batch(Submission first) {
        List<Submission> batch = new ArrayList<>();
        long bytes = 0;
        for (Submission next = first; next != null; next = queue.poll()) {
            if (next.line.isBroken()) {
                done(next, Outcome.DROPPED, null);
            } else {
                batch.add(next);
                bytes += next.write.bytes();
            }
            if (batch.size() == MOST_ROWS || bytes >= MOST_BYTES) {
                break;
            }
        }
        return batch;
    }

    private void commit(List<Submission> batch) {
        if (batch.isEmpty()) {
            return;
        }
        Map<StateKey, StateWrite> merged = new LinkedHashMap<>();
        batch.forEach(each -> merged.merge(each.write.key(), each.write, StateWrite::then));
        List<StateKey> keys = List.copyOf(merged.keySet());
        boolean[] stored;
        long begin = System.nanoTime();
        try {
            stored = store.commit(List.copyOf(merged.values()));
        } catch (StoreException e) {
            LOG.warn("a batch could not be committed: rows={}, cause={}", keys.size(), e.toString());
            fail(batch, begin, e);
            return;
        } catch (RuntimeException e) { // a driver's
            LOG.error("a batch could not be committed: rows={}", keys.size(), e);
            fail(batch, begin, new StoreException("a store must commit: cause=" + e, e));
            return;
        }
        long took = System.nanoTime() - begin;
        Map<StateKey, Boolean> outcomes = new LinkedHashMap<>();
        for (int i = 0; i < stored.length; i++) {
            outcomes.put(keys.get(i), stored[i]);
        }
        int refused = (int) batch.stream()
                .filter(each -> !Boolean.TRUE.equals(outcomes.get(each.write.key())))
                .count();
        int rows = (int) outcomes.values().stream().filter(done -> done).count();
        stats = stats.committed(batch.size() - refused, rows, refused, took);
        for (Submission each : batch) {
            boolean isStored = Boolean.TRUE.equals(outcomes.get(each.write.key()));
            if (!isStored) {
                each.line.breakOff();
            }
            done(each, isStored ? Outcome.STORED : Outcome.REFUSED, null);
        }
    }

    private static Submission wake() {
        WriteLine nothing = new WriteLine();
        nothing.breakOff();
        StateWrite none = new StateWrite(new StateKey("wake", "up"), new StoredState(0, 0, new byte[0]));
        return new Submission(none, nothing, 0, (outcome, cause) -> {});
    }

    private void done(Submission submission, Outcome outcome, @Nullable StoreException cause) {
        memory.release(submission.bytes);
        submission.commit.done(outcome, cause);
    }

    private void fail(List<Submission> batch, long begin, StoreException cause) {
        stats = stats.failed(batch.size(), System.nanoTime() - begin, String.valueOf(cause.getMessage()));
        for (Submission each : batch) {
            each.line.breakOff();
            done(each, Outcome.UNKNOWN, cause);
        }
    }

    /**
     * A write that waits or is under way.
     *
     * @param bytes reserved for it
     */
    private record Submission(StateWrite write, WriteLine line, long bytes, Commit commit) {}
}
