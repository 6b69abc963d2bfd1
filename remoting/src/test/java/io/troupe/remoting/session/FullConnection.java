// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Connection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;

/** A connection that is full from a number of bytes on, until the test says that they have left. */
final class FullConnection implements Connection {
    static final int HIGH = 256 << 10;

    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private long written;
    private long waiting;
    private final List<Long> scheduled = new ArrayList<>();
    private boolean reading = true;

    /** How long the writer wants to wait each time; it is not woken up. */
    List<Long> scheduled() {
        return scheduled;
    }

    long written() {
        return written;
    }

    boolean isReading() {
        return reading;
    }

    /** All that was written has left. */
    void leaves() {
        waiting = 0;
    }

    /** Runs what the loop was given. */
    void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public String peer() {
        return "full";
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public boolean inLoop() {
        return true;
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
        scheduled.add(nanos);
        return new Timeout() {
            @Override
            public boolean cancel() {
                return true;
            }

            @Override
            public boolean isPending() {
                return true;
            }
        };
    }

    @Override
    public void write(byte[] bytes, int from, int to) {
        written += to - from;
        waiting += to - from;
    }

    @Override
    public void flush() {
        // what waits leaves when the test says so
    }

    @Override
    public boolean isWritable() {
        return waiting < HIGH;
    }

    @Override
    public long unsent() {
        return waiting;
    }

    @Override
    public void reading(boolean on) {
        reading = on;
    }

    @Override
    public void close() {
        throw new AssertionError("stays open");
    }

    @Override
    public void abort() {
        throw new AssertionError("stays open");
    }
}
