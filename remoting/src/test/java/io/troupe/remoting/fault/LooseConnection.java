// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Connection;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** A connection that leads nowhere: the test is its loop. Time does not pass; what is written is counted. */
final class LooseConnection implements Connection {
    private final Thread loop = Thread.currentThread();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private long written;
    private boolean ended;

    private enum Never implements Timeout {
        NEVER;

        @Override
        public boolean cancel() {
            return true;
        }

        @Override
        public boolean isPending() {
            return false;
        }
    }

    /** Runs what was given to the loop. */
    void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    /** Whether the loop has something to do. */
    boolean hasTasks() {
        return !tasks.isEmpty();
    }

    /** Whether this side has ended it. */
    boolean isEnded() {
        return ended;
    }

    long written() {
        return written;
    }

    @Override
    public String peer() {
        return "nowhere";
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public boolean inLoop() {
        return Thread.currentThread() == loop;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Executor loop() {
        return this::execute;
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        return Never.NEVER;
    }

    @Override
    public void write(byte[] bytes, int from, int to) {
        written += to - from;
    }

    @Override
    public void flush() {}

    @Override
    public boolean isWritable() {
        return true;
    }

    @Override
    public long unsent() {
        return 0;
    }

    @Override
    public void reading(boolean on) {}

    @Override
    public void close() {
        ended = true;
    }

    @Override
    public void abort() {
        ended = true;
    }
}
