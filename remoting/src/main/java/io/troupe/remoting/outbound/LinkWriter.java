// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.outbound;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Ready;
import io.troupe.dispatch.cell.ReadyStack;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.frame.Failure;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.pacing.Pressure;
import io.troupe.remoting.transport.Connection;
import io.troupe.remoting.wire.Output;
import io.troupe.remoting.wire.WireException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.varhandle.unpadded.MpscUnboundedVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a link: encodes what is ready into large pieces and writes each with one call, on the loop. Cells take turns,
 * so no target holds up another; frames of the session itself go first.
 *
 * <p>Invariant: {@code awake} is set whenever a run is due. Whoever adds something and finds it clear schedules a run; a run
 * clears it before it looks, so what comes after that look brings about another run.
 */
public final class LinkWriter implements Ready {
    /** Copied to the connection when so much has been encoded. */
    private static final int PIECE = 64 * 1024;

    /** Bytes after which others of the loop get their turn, reading first of all. */
    private static final int RUN = 512 * 1024;

    private static final int TURN = 256;
    private static final TurnLimits FREE = new TurnLimits(TURN, Long.MAX_VALUE / 2, TURN);
    private static final int CHUNK = 16;

    private final Connection connection;
    private final FrameEncoder encoder;
    private final Framing framing;
    private final Runnable run = this::run;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final ReadyStack arrived = new ReadyStack();
    private final Queue<Frame> urgent = new MpscUnboundedVarHandleUnpaddedArrayQueue<>(CHUNK);
    private final Queue<Answer> answers = new MpscUnboundedVarHandleUnpaddedArrayQueue<>(CHUNK);

    // ---- loop only
    private final ArrayDeque<OutCell> runnable = new ArrayDeque<>();
    private @Nullable Output out;
    private boolean closed;

    /** Written on the loop; read racily for statistics. */
    private long framesOut;

    private long bytesOut;

    /**
     * Writes nothing yet.
     *
     * @param connection to write to
     * @param encoder of this direction
     * @param framing makes frames of messages
     */
    public LinkWriter(Connection connection, FrameEncoder encoder, Framing framing) {
        this.connection = connection;
        this.encoder = encoder;
        this.framing = framing;
    }

    Framing framing() {
        return framing;
    }

    // ---- any thread ----------------------------------------------------------------------------------------------

    /** A target has something to send. */
    @Override
    public void onReady(Cell cell) {
        arrived.push(cell);
        wake();
    }

    /** Sends a frame of the session before everything else. */
    public void urgent(Frame frame) {
        urgent.add(frame);
        wake();
    }

    /** Sends an answer, in order with other answers. */
    public void answer(Answer answer) {
        answers.add(answer);
        wake();
    }

    /** Answers that wait to be sent; racy. */
    public int waitingAnswers() {
        return answers.size();
    }

    private void wake() {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            connection.execute(run);
        }
    }

    // ---- loop only -----------------------------------------------------------------------------------------------

    /** Sends what there is, as far as the connection takes it. */
    public void run() {
        awake.set(false);
        if (closed) {
            drop();
            return;
        }
        gather();
        Output piece = connection.scratch();
        piece.truncate(0);
        out = piece;
        long before = bytesOut;
        try {
            urgentFrames();
            while (connection.isWritable() && bytesOut - before < RUN && more()) {
                answers();
                turn();
                copyIfLarge(piece);
            }
            copy(piece);
        } finally {
            out = null;
        }
        if (bytesOut != before) {
            connection.flush();
        }
        if (connection.isWritable() && more()) {
            wake();
        }
    }

    private boolean more() {
        return !runnable.isEmpty() || !answers.isEmpty();
    }

    private void gather() {
        Cell next = arrived.takeAll();
        while (next != null) {
            Cell following = ReadyStack.next(next);
            runnable.add((OutCell) next);
            next = following;
        }
    }

    private void urgentFrames() {
        for (Frame frame = urgent.poll(); frame != null; frame = urgent.poll()) {
            try {
                encode(frame);
            } catch (WireException e) {
                shortened(frame);
            }
        }
    }

    /** Texts and names that come from the other side may be too long to be sent back: the link goes on without them. */
    private void shortened(Frame frame) {
        if (frame instanceof Frame.Fail fail) {
            encode(new Frame.Fail(fail.stream(), new Failure(fail.failure().code(), "", "")));
        }
    }

    private void answers() {
        for (int i = 0; i < TURN; i++) {
            Answer answer = answers.poll();
            if (answer == null) {
                return;
            }
            try {
                Frame frame = answer.frame();
                if (frame != null) {
                    encode(frame);
                }
            } catch (WireException e) {
                answer.notSent(e);
            }
        }
    }

    private void turn() {
        OutCell cell = runnable.poll();
        if (cell == null) {
            return;
        }
        long now = System.nanoTime();
        int permits = cell.isLimited() ? cell.permits(now, TURN) : TURN;
        if (permits == 0) {
            connection.schedule(Math.max(1, cell.nextPermitAt(now) - now), () -> resume(cell));
            return;
        }
        long before = cell.sentCount();
        boolean more = cell.turn(permits == TURN ? FREE : new TurnLimits(permits, Long.MAX_VALUE / 2, TURN));
        cell.turned(cell.sentCount() - before, now);
        if (more) {
            runnable.add(cell);
        }
    }

    private void resume(OutCell cell) {
        runnable.add(cell);
        wake();
    }

    /** Encodes a message in the turn of its cell. */
    void encode(OutCell cell, Message message) {
        try {
            Frame frame = framing.frame(cell, message);
            if (frame != null) {
                encode(frame);
                cell.sent();
            }
        } catch (WireException e) {
            framing.notSent(cell, message, e);
        }
    }

    private void encode(Frame frame) {
        Output piece = out;
        if (piece == null) {
            throw new IllegalStateException("frames are encoded in runs of the writer only: frame=" + frame.type());
        }
        encoder.encode(frame, piece);
        framesOut++;
        copyIfLarge(piece);
    }

    private void copyIfLarge(Output piece) {
        if (piece.size() >= PIECE) {
            copy(piece);
        }
    }

    private void copy(Output piece) {
        int size = piece.size();
        if (size > 0) {
            connection.write(piece.array(), 0, size);
            bytesOut += size;
            piece.truncate(0);
        }
    }

    /** The receiver behind a cell is under pressure. */
    public void onPressure(OutCell cell, Pressure pressure, long roundTrip) {
        cell.onPressure(pressure, System.nanoTime(), roundTrip);
    }

    /** The connection has ended: nothing is sent any more. The cells are the session's to end. */
    public void close() {
        closed = true;
        drop();
    }

    private void drop() {
        urgent.clear();
        answers.clear();
        Cell next = arrived.takeAll();
        while (next != null) {
            Cell following = ReadyStack.next(next);
            ((OutCell) next).end();
            next = following;
        }
        for (OutCell cell = runnable.poll(); cell != null; cell = runnable.poll()) {
            cell.end();
        }
    }

    /** Frames sent. Any thread; racy. */
    public long framesOut() {
        return framesOut;
    }

    /** Bytes sent. Any thread; racy. */
    public long bytesOut() {
        return bytesOut;
    }
}
