// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.OutletHost;
import io.troupe.core.actor.Terminated;
import io.troupe.core.error.LinkLost;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.GuestTurns;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.exposure.Exposures;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.frame.Payload;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.link.LinkStats;
import io.troupe.remoting.outbound.LinkWriter;
import io.troupe.remoting.outbound.OutCell;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.shape.Shape;
import io.troupe.remoting.transport.Connection;
import io.troupe.remoting.wire.WireException;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One connection with another process, from the first frame to the end: brings the parts together that send, receive and keep
 * count. When it ends, everything that waits for the other side is told. Methods are for the loop of the connection unless they
 * say otherwise.
 */
public final class Session {
    /** Reason not to read: too much is held back for full mailboxes. */
    static final int HELD = 1;
    /** Reason not to read: the other side does not take our answers. */
    static final int ANSWERS = 2;
    /** What is sent urgently whether there is room or not: answers to nonsense, complaints. */
    private static final long MOST_UNSENT = 4L << 20;

    /** How long what waits may take to leave when the link is closed. */
    private static final long FAREWELL_NANOS = 3_000_000_000L;

    private static final long LOOK_NANOS = 1_000_000;

    private final SessionSetup setup;
    private final Connection connection;
    private final LinkWriter writer;
    private final Streams streams;
    private final Exports exports;
    private final Imports imports;
    private final GateKeeper gates;
    private final Router router;
    private final Tables tables;
    private final Sending sending;
    private final Reading reading;
    private final Life life;
    private final OutCells cells;
    private int notReading;
    private boolean closing;

    /**
     * Begins with the greeting.
     *
     * @param setup what it is given
     * @param connection that is open; the caller passes on what its listener is told
     */
    public Session(SessionSetup setup, Connection connection) {
        this.setup = setup;
        this.connection = connection;
        this.streams = new Streams(setup.dialler());
        this.exports = new Exports(this, setup.limits().maxExports());
        this.imports = new Imports(this);
        this.tables = new Tables(this, exports, imports, streams);
        this.sending = new Sending(this);
        this.writer = new LinkWriter(
                connection, setup.codec().encoder(tables, setup.limits().frames()), sending);
        this.cells = new OutCells(this, setup.limits().sendQueue());
        this.gates = new GateKeeper(this, connection, setup.limits().heldBytes());
        this.router = new Router(
                exports, writer, host().callbackLane(), setup.limits().maxCalls(), this);
        this.life = new Life(this, connection, setup.limits().heartbeat());
        FrameDecoder decoder = setup.codec().decoder(tables, setup.limits().frames());
        this.reading = new Reading(this, decoder);
    }

    /** Sends the greeting. */
    public void start() {
        writer.urgent(new Frame.Hello(setup.events().properties()));
        life.start();
    }

    // ---- what the connection tells -------------------------------------------------------------------------------

    /**
     * Bytes have come.
     *
     * @return how many were used
     * @throws WireException if the other side breaks the rules so that the link cannot go on
     */
    public int onBytes(byte[] bytes, int from, int to) {
        long now = System.nanoTime();
        gates.at(now);
        life.heard(now);
        GuestTurns guests = GuestTurns.ofThread();
        if (guests == null) {
            return read(bytes, from, to);
        }
        guests.open();
        try {
            return read(bytes, from, to);
        } finally {
            guests.close();
        }
    }

    private int read(byte[] bytes, int from, int to) {
        int used = reading.frames(bytes, from, to);
        slowDown();
        return used;
    }

    /** There is room again. */
    public void onWritable() {
        writer.run();
        slowDown();
    }

    /** Who does not take answers gets no more questions read. */
    private void slowDown() {
        boolean stuck = !connection.isWritable()
                && (writer.waitingAnswers() > setup.limits().sendQueue() || connection.unsent() > MOST_UNSENT);
        reading(ANSWERS, !stuck);
    }

    /**
     * The connection has ended.
     *
     * @param cause in words, or null
     */
    public void onClose(@Nullable String cause) {
        if (life.end(cause)) {
            writer.close();
            LinkLost lost = Failures.lost(downBecause(), "peer=" + peerAddress(), true);
            cells.end();
            sending.lostNames(lost);
            streams.lost(lost);
            router.lost();
            exports.clear();
            imports.clear();
            setup.events().onDown(this, life.cause());
        }
    }

    /** Ends the link with a last word. Any thread. */
    public void close(String reason) {
        long end = System.nanoTime() + FAREWELL_NANOS;
        execute(() -> {
            if (!closing) {
                closing = true;
                closeWhenSent(reason, end);
            }
        });
    }

    /** The last word comes behind what waits to be sent, if that leaves in time. */
    private void closeWhenSent(String reason, long end) {
        if (System.nanoTime() - end < 0 && (writer.waitingAnswers() > 0 || cells.isWaiting())) {
            connection.schedule(LOOK_NANOS, () -> closeWhenSent(reason, end));
            return;
        }
        life.closing(reason);
        writer.urgent(new Frame.Goodbye(reason));
        writer.run();
        connection.close();
    }

    /** Ends the link because the other side breaks the rules, and says so to it. */
    public void fail(String cause) {
        life.failing(cause);
        writer.urgent(new Frame.Goodbye(cause));
        writer.run();
        connection.close();
    }

    /** Ends the link because the other side is not there any more. */
    void abort(String cause) {
        life.failing(cause);
        connection.abort();
    }

    // ---- sending: any thread -------------------------------------------------------------------------------------

    /** The cells of this side's senders. */
    public OutCells cells() {
        return cells;
    }

    /** The caller does not want the answer any more. Any thread. */
    void abandon(AskMessage<?> call) {
        execute(() -> sending.abandon(call));
    }

    /** The call has a deadline now. Any thread. */
    void limit(AskMessage<?> call) {
        execute(() -> sending.limit(call));
    }

    /** Asks to be told about the end of a target. Any thread. */
    void watch(OutCell cell, String address, CompletablePromise<Terminated> end) {
        Watching watching = new Watching(this, address, end);
        execute(() -> watching.begin(cell.to()));
        if (isDown()) { // the task may have been dropped
            watching.lost();
        }
    }

    /**
     * Asks for the number of a name, which is checked and learnt by that. Any thread.
     *
     * @param name exposed over there
     * @return fulfilled with whether there is such a target
     */
    public CompletablePromise<Boolean> resolve(String name) {
        CompletablePromise<Boolean> found = new CompletablePromise<>();
        execute(() -> sending.resolve(name, found));
        if (isDown()) { // the task may have been dropped
            found.fail(Failures.lost(downBecause(), "name=" + name, false));
        }
        return found;
    }

    /**
     * Opens a stream. Any thread.
     *
     * @param name that the other side accepts
     * @param out shape of the items to send
     * @param in shape of the items to receive
     * @param items gets them
     * @return takes the items to send
     */
    public Callback<Object> open(String name, Shape<?> out, Shape<?> in, Callback<?> items) {
        return Duplex.opened(this, name, out, in, items);
    }

    /**
     * The near end of a stream that the other side opens.
     *
     * @param stream its number
     * @param out shape of the items to send
     * @param in shape of the items to receive
     * @param handler gets where to send items, returns where received ones go
     */
    public StreamEnd accepted(long stream, Shape<?> out, Shape<?> in, Function<Callback<Object>, Callback<?>> handler) {
        return Duplex.accepted(this, stream, out, (session, sink) -> new CallbackOut(session, handler.apply(sink), in));
    }

    /**
     * Opens a stream on which this side only receives. Any thread.
     *
     * @param name that the other side accepts
     * @param end told what comes
     */
    public StreamIn receive(String name, StreamEnd end) {
        return new StreamIn(this, name, end, stream -> {}).open();
    }

    /**
     * The same, with a callback that complains when it cannot keep up. Any thread.
     *
     * @param name that the other side accepts
     * @param in shape of the items
     * @param items gets them; whose end ends the stream
     * @param gaps gets how many items were left out; or null
     */
    public void receive(String name, Shape<?> in, Callback<?> items, @Nullable Callback<Long> gaps) {
        execute(() -> {
            CallbackOut end = new CallbackOut(this, items, in, gaps);
            new StreamIn(this, name, end, end::begin).open();
        });
        if (isDown()) { // the task may have been dropped
            items.fail(Failures.lost(downBecause(), "stream=" + name, false));
        }
    }

    /**
     * The sending side of a stream that the other side opens, with a queue of its own.
     *
     * @param stream its number
     * @param queue where items wait; null: without a bound
     */
    public StreamOut sender(long stream, @Nullable Mailbox queue) {
        return new StreamOut(this, stream, queue);
    }

    /** Runs a task on the loop, later, unless the link has ended. Any thread. */
    void later(long nanos, Runnable task) {
        connection.schedule(nanos, task);
    }

    /** Runs a task on the loop. Any thread. */
    void execute(Runnable task) {
        connection.execute(task);
    }

    /** Whether a sender may be slowed down: turns are held without blocking; of all other threads, loops must not wait. */
    static boolean mayWait() {
        return CellThread.currentCell() != null || GuestTurns.ofThread() == null;
    }

    /** Decodes values that came in a frame; what came along in them is given back if they do not fit. */
    @Nullable
    Object[] read(Payload.Incoming payload, List<Shape<?>> shapes) {
        tables.mark();
        try {
            return payload.read(shapes);
        } catch (WireException e) {
            giveBack();
            throw e;
        }
    }

    /** Streams that came along in the values read last are not wanted. */
    void giveBack() {
        tables.refuse();
    }

    /** Whether the link has ended. Any thread. */
    public boolean isDown() {
        return life.isDown();
    }

    /** Why the link has ended, in words. Any thread. */
    public String downBecause() {
        String cause = life.cause();
        return cause == null ? "closed" : cause;
    }

    // ---- seen by the parts ---------------------------------------------------------------------------------------

    void complain(Frame.Nak.Scope scope, long id, Pressure pressure) {
        writer.urgent(new Frame.Nak(
                scope, id, pressure.level(), pressure.queued(), pressure.capacity(), pressure.drainRate()));
        Events.nakSent(peerAddress(), scope, id, pressure);
    }

    /** Reads on only when there is no reason left not to. */
    void reading(int reason, boolean on) {
        int before = notReading;
        notReading = on ? before & ~reason : before | reason;
        if ((before == 0) != (notReading == 0)) {
            connection.reading(notReading == 0);
        }
    }

    /** The number under which the other side knows this target as its own; 0: it is not of the other side. */
    long idAtHome(Outlet outlet) {
        if (outlet instanceof RemoteOutlet.WaitingView view) {
            return idAtHome(view.original());
        }
        if (outlet instanceof RemoteOutlet remote && remote.session() == this) {
            return remote.id();
        }
        if (outlet instanceof FarOutlet far && !(outlet instanceof RemoteOutlet)) {
            FarOutlet.Route route = far.route();
            return route != null && route.session() == this ? route.cell().to().id() : 0;
        }
        return 0;
    }

    Gate newGate(Outlet outlet, long id) {
        return new Gate(outlet, id, gates, setup.limits().receiveQueue());
    }

    OutletHost host() {
        return setup.host();
    }

    LinkLimits limits() {
        return setup.limits();
    }

    SessionEvents events() {
        return setup.events();
    }

    Exposures exposures() {
        return setup.exposures();
    }

    Pressures pressures() {
        return setup.pressures();
    }

    LinkWriter writer() {
        return writer;
    }

    Streams streams() {
        return streams;
    }

    Exports exports() {
        return exports;
    }

    Imports imports() {
        return imports;
    }

    GateKeeper gates() {
        return gates;
    }

    Router router() {
        return router;
    }

    Sending sending() {
        return sending;
    }

    Life life() {
        return life;
    }

    /** Frames in both directions. */
    long framesMoved() {
        return writer.framesOut() + reading.framesIn();
    }

    /** Nanoseconds of a round trip. Any thread; racy. */
    public long roundTrip() {
        return life.roundTrip();
    }

    /** Name of the codec. Any thread. */
    public String codec() {
        return setup.codec().name();
    }

    /** The other side, for people. Any thread. */
    public String peerAddress() {
        return connection.peer();
    }

    /** What has been going on. Any thread; racy. */
    public LinkStats stats() {
        return Statistics.of(this, cells.all(), reading.framesIn(), reading.bytesIn());
    }
}
