// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Bytes in memory on one thread: what somebody else would write, with nothing but the exported packages. */
final class MemoryTransport implements Transport {
    private static final Map<String, MemoryTransport> NAMES = new ConcurrentHashMap<>();

    private final ScheduledExecutorService loop;
    private @Nullable Supplier<? extends ConnectionListener> listeners;

    MemoryTransport(ScheduledExecutorService loop) {
        this.loop = loop;
    }

    static ScheduledExecutorService newLoop() {
        return Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "memory-transport");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public Promise<Connection> connect(Address address, ConnectionListener listener) {
        CompletablePromise<Connection> made = new CompletablePromise<>();
        loop.execute(() -> {
            MemoryTransport other = NAMES.get(address.path());
            Supplier<? extends ConnectionListener> accepting = other == null ? null : other.listeners;
            if (accepting == null) {
                made.fail(new LinkRefusedException("nobody must be missing where one dials: address=" + address));
                return;
            }
            End mine = new End(listener);
            End theirs = new End(accepting.get());
            mine.other = theirs;
            theirs.other = mine;
            theirs.listener.onOpen(theirs);
            mine.listener.onOpen(mine);
            made.complete(mine);
        });
        return made;
    }

    @Override
    public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> accepting) {
        listeners = accepting;
        NAMES.put(address.path(), this);
        return Promise.of(new Listener() {
            @Override
            public Address address() {
                return address;
            }

            @Override
            public void close() {
                NAMES.remove(address.path());
            }
        });
    }

    @Override
    public void close() {}

    private final class End implements Connection {
        private final ConnectionListener listener;
        private @Nullable End other;
        private byte[] unread = {};
        private boolean reading = true;
        private boolean ended;

        End(ConnectionListener listener) {
            this.listener = listener;
        }

        @Override
        public String peer() {
            return "memory";
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean inLoop() {
            return Thread.currentThread().getName().equals("memory-transport");
        }

        @Override
        public void execute(Runnable task) {
            try {
                loop.execute(task);
            } catch (RejectedExecutionException e) {
                return; // the end of the test
            }
        }

        @Override
        public Executor loop() {
            return loop;
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            Future<?> future = loop.schedule(
                    () -> {
                        if (!ended) {
                            task.run();
                        }
                    },
                    nanos,
                    TimeUnit.NANOSECONDS);
            return new Timeout() {
                @Override
                public boolean cancel() {
                    return future.cancel(false);
                }

                @Override
                public boolean isPending() {
                    return !future.isDone();
                }
            };
        }

        @Override
        public void write(byte[] bytes, int from, int to) {
            byte[] copy = Arrays.copyOfRange(bytes, from, to);
            End receiver = other;
            if (receiver != null) {
                execute(() -> receiver.arrived(copy));
            }
        }

        private void arrived(byte[] bytes) {
            int before = unread.length;
            unread = Arrays.copyOf(unread, before + bytes.length);
            System.arraycopy(bytes, 0, unread, before, bytes.length);
            offer();
        }

        private void offer() {
            if (reading && !ended && unread.length > 0) {
                int used = listener.onBytes(unread, 0, unread.length);
                unread = Arrays.copyOfRange(unread, used, unread.length);
            }
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
        public void reading(boolean on) {
            reading = on;
            execute(this::offer);
        }

        @Override
        public void close() {
            execute(() -> end(null));
        }

        @Override
        public void abort() {
            execute(() -> end("aborted"));
        }

        private void end(@Nullable String cause) {
            if (!ended) {
                ended = true;
                listener.onClose(cause);
                End far = other;
                if (far != null) {
                    execute(() -> far.end(null));
                }
            }
        }
    }
}
