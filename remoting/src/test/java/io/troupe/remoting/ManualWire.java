// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import io.troupe.remoting.codec.Output;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** Two ends of a connection whose loops run when the test says so, on its thread. Time stands still: nothing that was scheduled runs. */
final class ManualWire implements Transport {
    private final End dialling;
    private final End accepting;

    /** Not connected yet; each write is a step of the path. */
    ManualWire(CallPath path) {
        dialling = new End(path);
        accepting = new End(path);
        dialling.other = accepting;
        accepting.other = dialling;
    }

    /** The end that dials. */
    End dialling() {
        return dialling;
    }

    /** The end that accepts. */
    End accepting() {
        return accepting;
    }

    /** Runs both loops until nothing moves. */
    void runAll() {
        while (dialling.run() || dialling.read() || accepting.run() || accepting.read()) {
            // goes on
        }
    }

    /** One end and its loop. */
    static final class End implements Connection {
        private final CallPath path;
        private final Queue<Runnable> tasks = new ArrayDeque<>();
        private final Output written = new Output(1024);
        private final Output arrived = new Output(1024);
        private ConnectionListener listener;
        private End other;
        private boolean running;

        End(CallPath path) {
            this.path = path;
        }

        private void open(ConnectionListener told) {
            listener = told;
            inLoop(() -> told.onOpen(this));
        }

        private void inLoop(Runnable task) {
            running = true;
            try {
                task.run();
            } finally {
                running = false;
            }
        }

        /** Tasks that the loop has been given. */
        int tasks() {
            return tasks.size();
        }

        /** Bytes that have come and were not read. */
        int arrived() {
            return arrived.size();
        }

        /** Runs the tasks that wait now; whether there were any. */
        boolean run() {
            int count = tasks.size();
            for (int i = 0; i < count; i++) {
                inLoop(tasks.remove());
            }
            return count > 0;
        }

        /** Tells the listener of what has arrived; whether it took some. */
        boolean read() {
            byte[] bytes = arrived.copy();
            if (bytes.length == 0) {
                return false;
            }
            arrived.truncate(0);
            int[] used = {0};
            inLoop(() -> used[0] = listener.onBytes(bytes, 0, bytes.length));
            arrived.raw(bytes, used[0], bytes.length - used[0]);
            return used[0] > 0;
        }

        @Override
        public String peer() {
            return "manual";
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean inLoop() {
            return running;
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
            path.note("written", to - from);
            written.raw(bytes, from, to - from);
        }

        @Override
        public void flush() {
            other.arrived.raw(written.array(), 0, written.size());
            written.truncate(0);
        }

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public long unsent() {
            return written.size();
        }

        @Override
        public void reading(boolean on) {
            throw new AssertionError("nothing here fills anything up: on=" + on);
        }

        @Override
        public void close() {
            flush();
        }

        @Override
        public void abort() {
            throw new AssertionError("both sides keep to the rules");
        }
    }

    @Override
    public Promise<Connection> connect(Address address, ConnectionListener listener) {
        dialling.open(listener);
        return Promise.of(dialling);
    }

    @Override
    public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
        accepting.open(listeners.get());
        return Promise.of(null);
    }

    @Override
    public void close() {
        // no threads
    }
}
