// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.store;

import io.troupe.cluster.store.Commit.Outcome;
import io.troupe.dispatch.mailbox.MemoryBudget;
import java.util.ArrayList;
import java.util.HashMap;
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

    /** Batches since the last one that was committed. The thread's. */
    private long failedInTurn;

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
        Map<StateKey, Integer> places = new HashMap<>();
        List<StateWrite> writes = new ArrayList<>(batch.size());
        int[] placeOf = new int[batch.size()];
        for (int i = 0; i < placeOf.length; i++) {
            StateWrite write = batch.get(i).write;
            Integer known = places.putIfAbsent(write.key(), writes.size());
            placeOf[i] = known == null ? writes.size() : known;
            if (known == null) {
                writes.add(write);
            } else {
                writes.set(known, writes.get(known).then(write));
            }
        }
        boolean[] stored;
        long begin = System.nanoTime();
        try {
            stored = store.commit(writes);
        } catch (StoreException e) {
            warn(writes.size(), e);
            fail(batch, begin, e);
            return;
        } catch (Throwable e) { // a driver's: without this thread nobody would be told anything
            LOG.error("a batch could not be committed: rows={}", writes.size(), e);
            fail(batch, begin, new StoreException("a store must commit: cause=" + e, e));
            return;
        }
        failedInTurn = 0;
        long took = System.nanoTime() - begin;
        int taken = 0;
        for (int place : placeOf) {
            taken += stored[place] ? 1 : 0;
        }
        int rows = 0;
        for (boolean each : stored) {
            rows += each ? 1 : 0;
        }
        stats = stats.committed(taken, rows, placeOf.length - taken, took);
        for (int i = 0; i < placeOf.length; i++) {
            boolean isStored = stored[placeOf[i]];
            if (!isStored) {
                batch.get(i).line.breakOff();
            }
            done(batch.get(i), isStored ? Outcome.STORED : Outcome.REFUSED, null);
        }
    }

    /** The first one, and then more and more rarely: who tries again must not fill the log. */
    private void warn(int rows, StoreException cause) {
        failedInTurn++;
        if (Long.bitCount(failedInTurn) == 1) {
            LOG.warn(
                    "a batch could not be committed: times={}, rows={}, cause={}",
                    failedInTurn,
                    rows,
                    cause.toString());
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
