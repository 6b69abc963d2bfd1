// SPDX-License-Identifier: Apache-2.0
package io.troupe.remotetransport;

import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.dispatch.timer.TimerWheel;
import io.troupe.net.transport.Address;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.net.transport.Listener;
import io.troupe.net.transport.Transport;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * A network in memory without threads: its loops are steps of a manual dispatcher, bytes need a time of the manual clock
 * to arrive, and each arrival is logged.
 */
final class SteppedNetwork {
    private final ManualDispatcher steps;
    private final ManualClock clock;
    private final Duration latency;
    private final List<String> log;
    private final TimerWheel wheel;
    private final Map<Address, Supplier<? extends ConnectionListener>> listening = new LinkedHashMap<>();
    private final Set<End> open = new LinkedHashSet<>();
    private boolean down;
    private int made;

    SteppedNetwork(ManualDispatcher steps, ManualClock clock, Duration latency, List<String> log) {
        this.steps = steps;
        this.clock = clock;
        this.latency = latency;
        this.log = log;
        this.wheel = new TimerWheel(clock, "network", failure -> log.add("failure " + failure));
    }

    /** A way into this network. */
    Transport transport() {
        return new Way();
    }

    /** Breaks all connections, and lets nobody dial. */
    void down() {
        down = true;
        log("down");
        List.copyOf(open).forEach(end -> end.execute(() -> end.end("the cable is cut")));
    }

    /** People can dial again. */
    void up() {
        down = false;
        log("up");
    }

    private void log(String event) {
        log.add(clock.nanos() + " " + event);
    }

    private final class Way implements Transport {
        private final List<Listener> mine = new ArrayList<>();
        private final List<End> ends = new ArrayList<>();

        @Override
        public Promise<Connection> connect(Address address, ConnectionListener listener) {
            CompletablePromise<Connection> promise = new CompletablePromise<>();
            steps.executor().execute(() -> {
                Supplier<? extends ConnectionListener> accepting = down ? null : listening.get(address);
                log("dial " + address + (accepting == null ? " in vain" : ""));
                if (accepting == null) {
                    promise.fail(new LinkRefusedException("nobody listens: address=" + address));
                    return;
                }
                int number = made++;
                End dialler = new End(number + ">", listener);
                End acceptor = new End(number + "<", accepting.get());
                dialler.other = acceptor;
                acceptor.other = dialler;
                open.add(dialler);
                open.add(acceptor);
                ends.add(dialler);
                acceptor.inLoop(() -> acceptor.listener.onOpen(acceptor));
                dialler.inLoop(() -> dialler.listener.onOpen(dialler));
                promise.complete(dialler);
            });
            return promise;
        }

        @Override
        public Promise<Listener> listen(Address address, Supplier<? extends ConnectionListener> listeners) {
            listening.put(address, listeners);
            Listener listener = new Listener() {
                @Override
                public Address address() {
                    return address;
                }

                @Override
                public void close() {
                    listening.remove(address);
                }
            };
            mine.add(listener);
            return Promise.of(listener);
        }

        @Override
        public void close() {
            mine.forEach(Listener::close);
            ends.forEach(End::abort);
        }
    }

    private final class End implements Connection {
        private final String name;
        private final ConnectionListener listener;
        private final ByteArrayOutputStream written = new ByteArrayOutputStream();
        private final Deque<Runnable> tasks = new ArrayDeque<>();
        private final Set<Timeout> timeouts = new LinkedHashSet<>();
        private byte[] unread = {};
        private @Nullable End other;
        private boolean reading = true;
        private boolean running;
        private boolean ended;

        End(String name, ConnectionListener listener) {
            this.name = name;
            this.listener = listener;
        }

        private void inLoop(Runnable task) {
            boolean outer = running;
            running = true;
            try {
                task.run();
            } finally {
                running = outer;
            }
        }

        @Override
        public String peer() {
            return name;
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean inLoop() {
            return running;
        }

        /** The steps come in any order, the tasks of one loop in theirs. */
        @Override
        public void execute(Runnable task) {
            if (!ended) {
                tasks.add(task);
                steps.executor().execute(() -> inLoop(tasks.remove()));
            }
        }

        @Override
        public Executor loop() {
            return this::execute;
        }

        @Override
        public Timeout schedule(long nanos, Runnable task) {
            Timeout timeout = wheel.schedule(
                    Math.max(0, nanos),
                    () -> execute(() -> {
                        if (!ended) {
                            task.run();
                        }
                    }));
            timeouts.removeIf(one -> !one.isPending());
            timeouts.add(timeout);
            return timeout;
        }

        @Override
        public void write(byte[] bytes, int from, int to) {
            written.write(bytes, from, to - from);
        }

        @Override
        public void flush() {
            End receiver = other;
            if (written.size() > 0 && receiver != null) {
                byte[] bytes = written.toByteArray();
                written.reset();
                wheel.schedule(latency.toNanos(), () -> receiver.execute(() -> receiver.arrived(bytes)));
            }
        }

        private void arrived(byte[] bytes) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            log(name + " gets " + bytes.length + " bytes " + sum.getValue());
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
        public boolean isWritable() {
            return true;
        }

        @Override
        public long unsent() {
            return written.size();
        }

        @Override
        public void reading(boolean on) {
            reading = on;
            execute(this::offer);
        }

        @Override
        public void close() {
            flush();
            wheel.schedule(latency.toNanos(), () -> execute(() -> end(null)));
        }

        @Override
        public void abort() {
            execute(() -> end("aborted"));
        }

        private void end(@Nullable String cause) {
            if (ended) {
                return;
            }
            ended = true;
            open.remove(this);
            timeouts.forEach(Timeout::cancel);
            log(name + " ends " + cause);
            listener.onClose(cause);
            End far = other;
            if (far != null) {
                wheel.schedule(latency.toNanos(), () -> far.execute(() -> far.end(cause)));
            }
        }
    }
}
