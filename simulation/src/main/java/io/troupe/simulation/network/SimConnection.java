// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.network;

import io.troupe.dispatch.timer.Timeout;
import io.troupe.net.transport.Connection;
import io.troupe.net.transport.ConnectionListener;
import io.troupe.testkit.schedule.EventKind;
import java.util.concurrent.Executor;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One end of a simulated connection. Bytes wait here until they are flushed, then while the other side does not take what is under
 * way, up to twice the buffer of a socket.
 */
final class SimConnection implements Connection {
    private static final Logger LOG = LoggerFactory.getLogger(SimConnection.class);
    private static final int LARGEST_PIECE = 64 << 10;
    private static final long GRACE_NANOS = 3_000_000_000L;

    private final SimTransport owner;
    private final Way.Place place;
    private final String peer;
    private final ConnectionListener listener;
    private final Opening opening;
    private final UnsentBytes toSend = new UnsentBytes();
    private final ReceivedBytes received;
    private @Nullable Way out;
    private IntConsumer onTaken = bytes -> {};
    /** Bytes that have left and that the other side has not taken. */
    private int flying;
    /** Bytes that have come and were not taken, since this end does not read. */
    private int waiting;

    private State state = State.CONNECTING;
    private boolean full;
    private boolean paused;
    private boolean closing;
    private boolean stopped;
    private boolean endSeen;
    private boolean endSent;
    private boolean over;
    private boolean vanished;
    private @Nullable String failure;
    private @Nullable Timeout grace;
    private Runnable onForgotten = () -> {};

    private enum State {
        /** Its listener knows nothing yet. */
        CONNECTING,
        OPEN,
        ENDED
    }

    /** Told how it began, once. */
    interface Opening {
        void onOpened(SimConnection connection);

        void onRefused(String why);
    }

    SimConnection(SimTransport owner, Way.Place place, String peer, ConnectionListener listener, Opening opening) {
        this.owner = owner;
        this.place = place;
        this.peer = peer;
        this.listener = listener;
        this.opening = opening;
        this.received = new ReceivedBytes(listener);
    }

    /**
     * Ties it to the other end.
     *
     * @param way to there
     * @param taken told how many bytes from there this end has taken
     */
    void tie(Way way, IntConsumer taken) {
        out = way;
        onTaken = taken;
    }

    Way out() {
        Way way = out;
        if (way == null) {
            throw new IllegalStateException("a connection must be tied to the other end: place=" + place.name());
        }
        return way;
    }

    /** Runs something when it has ended, whoever has ended it. */
    void onForgotten(Runnable task) {
        onForgotten = task;
    }

    void forgotten() {
        onForgotten.run();
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    @Override
    public String peer() {
        return peer;
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public boolean inLoop() {
        return owner.inLoop();
    }

    // ---- tasks ---------------------------------------------------------------------------------------------------

    @Override
    public void execute(Runnable task) {
        if (!over) {
            event("", () -> run(task));
        }
    }

    @Override
    public Executor loop() {
        return task -> event("", () -> run(task));
    }

    private void event(String label, Runnable task) {
        owner.network().agenda().add(EventKind.TASK, place.name(), place.loop(), label, () -> {
            if (!vanished) {
                owner.enter(task);
            }
        });
    }

    @Override
    public Timeout schedule(long nanos, Runnable task) {
        LoopTimer timer = new LoopTimer(task);
        if (state != State.ENDED) {
            timer.begin(nanos);
        }
        return timer;
    }

    /** What it throws ends the connection. */
    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            LOG.error("a listener or task of a connection must not fail, it is aborted: peer={}", peer, e);
            abort("its listener failed, " + e);
        }
    }

    // ---- beginning -----------------------------------------------------------------------------------------------

    /** The connection is made. In an event of its host. */
    void open() {
        if (state != State.CONNECTING) {
            return;
        }
        state = State.OPEN;
        owner.enter(() -> run(() -> {
            listener.onOpen(this);
            opening.onOpened(this);
            deliver();
        }));
    }

    /** There will be no connection. */
    void refuse(String why) {
        if (state == State.CONNECTING) {
            state = State.ENDED;
            out().clear();
            owner.forget(this);
            opening.onRefused(why);
        }
    }

    // ---- sending -------------------------------------------------------------------------------------------------

    @Override
    public void write(byte[] bytes, int from, int to) {
        if (!closing && !stopped) {
            toSend.write(bytes, from, to);
            if (toSend.size() >= owner.config().highMark()) {
                full = true;
            }
        }
    }

    @Override
    public void flush() {
        if (!closing && !stopped) {
            toSend.flush();
            pump();
        }
    }

    private void pump() {
        int window = 2 * owner.config().socketBufferBytes();
        while (toSend.mayLeave() && flying < window) {
            byte[] piece = toSend.take(Math.min(LARGEST_PIECE, window - flying));
            flying += piece.length;
            out().send(Segment.data(piece));
        }
        if (closing && !toSend.mayLeave() && !endSent) {
            endSent = true;
            out().send(Segment.END);
        }
        if (full && toSend.size() <= owner.config().lowMark()) {
            full = false;
            event("writable", () -> {
                if (!full && !closing && !stopped) {
                    run(listener::onWritable);
                }
            });
        }
    }

    /** The other side has taken bytes. */
    void sent(int bytes) {
        flying -= bytes;
        if (state != State.ENDED) {
            pump();
        }
    }

    @Override
    public boolean isWritable() {
        return !full;
    }

    @Override
    public long unsent() {
        return toSend.size();
    }

    // ---- receiving -----------------------------------------------------------------------------------------------

    /** A segment has come. Only until it has ended. */
    void arrived(Segment segment) {
        owner.enter(() -> receive(segment));
    }

    private void receive(Segment segment) {
        switch (segment.kind()) {
            case ACCEPT -> open();
            case DATA -> onData(segment.bytes());
            case END -> {
                endSeen = true;
                deliver();
            }
            case RESET -> onReset();
            case DIAL -> throw new IllegalStateException("a connection must not be dialled: place=" + place.name());
        }
    }

    private void onData(byte[] bytes) {
        waiting += bytes.length;
        if (!closing && !stopped) {
            received.add(bytes);
            deliver();
        } else {
            taken();
        }
    }

    private void taken() {
        int bytes = waiting;
        waiting = 0;
        if (bytes > 0) {
            onTaken.accept(bytes);
        }
    }

    private void deliver() {
        if (state != State.OPEN || (paused && !closing)) {
            return;
        }
        boolean more = waiting > 0;
        taken();
        if (more && !closing && !stopped) {
            run(received::offer);
        }
        if (endSeen && !paused) {
            finish();
        }
    }

    /** The other side sends no more: so this end closes, too. */
    private void finish() {
        if (state == State.ENDED) {
            return;
        }
        if (!endSent && !stopped) {
            endSent = true;
            out().send(Segment.END);
        }
        end();
    }

    private void onReset() {
        if (state == State.CONNECTING) {
            refuse("connection refused");
        } else {
            fail("connection reset by peer");
            end();
        }
    }

    @Override
    public void reading(boolean on) {
        if (closing || stopped) {
            return;
        }
        paused = !on;
        if (on) {
            event("reading", () -> {
                if (!paused && state == State.OPEN && !closing && !stopped) {
                    taken();
                    run(received::offer);
                    if (endSeen && !paused) {
                        finish();
                    }
                }
            });
        }
    }

    // ---- ending --------------------------------------------------------------------------------------------------

    @Override
    public void close() {
        if (inLoop()) {
            closeInLoop();
        } else {
            execute(this::closeInLoop);
        }
    }

    private void closeInLoop() {
        if (closing || stopped || state == State.ENDED) {
            return;
        }
        closing = true;
        received.clear();
        toSend.flush();
        taken();
        pump();
        grace = schedule(GRACE_NANOS, this::end);
        if (endSeen) {
            event("end", this::end);
        }
    }

    @Override
    public void abort() {
        if (inLoop()) {
            abort("aborted by this side");
        } else {
            execute(() -> abort("aborted by this side"));
        }
    }

    private void abort(String why) {
        if (stopped || state == State.ENDED) {
            return;
        }
        if (state == State.CONNECTING) {
            refuse(why);
            return;
        }
        fail(why);
        stopped = true;
        received.clear();
        toSend.clear();
        event("abort", () -> {
            if (state != State.ENDED) {
                out().reset();
                end();
            }
        });
    }

    /** The network breaks it: both sides are told. */
    void reset() {
        if (state == State.OPEN) {
            event("reset", () -> {
                if (state == State.OPEN) {
                    fail("connection reset by peer");
                    end();
                }
            });
        }
    }

    private void fail(String why) {
        if (failure == null && !closing) {
            failure = why;
        }
    }

    private void end() {
        if (state != State.OPEN) {
            return;
        }
        state = State.ENDED;
        stopped = true;
        received.clear();
        toSend.clear();
        if (grace != null) {
            grace.cancel();
        }
        owner.forget(this);
        try {
            // unless it was told that it is open
            opening.onRefused(failure == null ? "the connection is closed" : failure);
            listener.onClose(failure);
        } catch (Throwable e) {
            LOG.error("a listener must not fail: peer={}", peer, e);
        }
        over = true;
    }

    /** Its process is gone: nobody is told. */
    void vanish() {
        vanished = true;
        state = State.ENDED;
        stopped = true;
        over = true;
        received.clear();
        toSend.clear();
    }

    @Override
    public String toString() {
        return "SimConnection[" + place.name() + "]";
    }

    /** A timer whose task runs on the loop. */
    private final class LoopTimer implements Timeout {
        private @Nullable Runnable task;
        private @Nullable Timeout timeout;

        LoopTimer(Runnable task) {
            this.task = task;
        }

        void begin(long nanos) {
            timeout = owner.timers().schedule(Math.max(0, nanos), () -> event("timer", this::fire));
        }

        private void fire() {
            Runnable due = task;
            task = null;
            if (due != null && state != State.ENDED) {
                run(due);
            }
        }

        @Override
        public boolean cancel() {
            boolean pending = isPending();
            task = null;
            if (timeout != null) {
                timeout.cancel();
            }
            return pending;
        }

        @Override
        public boolean isPending() {
            return timeout != null && task != null && state != State.ENDED;
        }
    }
}
