// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.ReadyStack;
import io.troupe.dispatch.cell.SliceClock;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.dispatch.timer.Clock;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.WireException;
import java.util.ArrayDeque;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The one writer of a link: encodes what is ready into large pieces and writes each with one call, on the loop. Cells take turns,
 * so no target holds up another. Frames of the link itself (control) are written first, whether there is room or not; all others
 * only while the connection and the window have room, which is looked at after each message.
 * Takes what the parts of the session put into the {@link WriteQueue}. Loop only.
 */
final class LinkWriter {
    /** Copied to the connection when so much has been encoded. */
    private static final int PIECE = 64 * 1024;

    /** Bytes after which others of the loop get their turn, reading first of all. */
    private static final int RUN = 512 * 1024;

    private static final int TURN = 256;
    /** Turns after which the same: messages that are refused make no bytes. */
    private static final int MOST_TURNS = 64;

    /** Bytes after which the next cell has its turn. */
    private static final int SHARE = 64 * 1024;

    /** After as long without an answer asks do not wait any more. */
    private static final long GRACE_NANOS = 2_000_000_000;

    /** Longer than any turn takes. */
    private static final long SLICE_NANOS = 1_000_000_000;

    /** To encode into: shared by all links of a loop, as only one of them writes at a time. Empty before use. */
    private static final ThreadLocal<Output> SCRATCH = ThreadLocal.withInitial(() -> new Output(1024));

    private final Clock clock;
    private final Connection connection;
    private final FrameEncoder encoder;
    private final FrameFactory framing;
    private final MemoryBudget budget;
    private final WriteQueue queue;
    private final CallWindow calls;
    private final SendWindow window;

    /** Ends the turns of cells when there is no more room. */
    private final SliceClock room = SliceClock.standing();

    private final TurnLimits turnLimits = new TurnLimits(TURN, SLICE_NANOS, TURN, room);

    private final ArrayDeque<OutCell> runnable = new ArrayDeque<>();
    private @Nullable Output out;
    private boolean closed;

    /** Whether the last word has been written: what still waits never leaves. */
    private boolean stopped;

    /** Cells whose next message has to wait until no large one is under way. */
    private final ArrayDeque<OutCell> large = new ArrayDeque<>();

    private boolean largePaused;

    /** Cells whose next message is an ask, which has to wait until the other side has answered others. */
    private final ArrayDeque<OutCell> asking = new ArrayDeque<>();

    /** Whether a look at them is due. */
    private boolean lookDue;

    /** Answers that are sent in pieces, those that have waited longest first. */
    private final ArrayDeque<FragmentedFrame> largeAnswers = new ArrayDeque<>();

    /** Whether the other side takes frames in pieces. */
    private boolean cuts;

    /** Bytes of frames that are sent in pieces. */
    private long cutBytes;

    private long mostCutBytes;

    /** Of {@link #encoded}: there the present turn of a cell ends. */
    private long turnEnd;

    private long lastNumber;

    /** What must not be overtaken: until it has left, nothing else is sent but frames of the link. */
    private @Nullable FragmentedFrame alone;

    /** Of the frame encoded last, if it is to be sent in pieces. */
    private @Nullable FragmentedFrame cut;

    /** Written on the loop; read racily for statistics. */
    private long framesOut;

    private long bytesOut;

    /**
     * Writes nothing yet.
     *
     * @param clock by which targets are paced
     * @param connection to write to
     * @param encoder of this direction
     * @param queue what waits
     * @param budget of what waits to be sent
     * @param framing makes frames of messages
     * @param calls when asks have to wait
     * @param window when everything has to wait but frames of the link
     */
    LinkWriter(
            Clock clock,
            Connection connection,
            FrameEncoder encoder,
            WriteQueue queue,
            MemoryBudget budget,
            FrameFactory framing,
            CallWindow calls,
            SendWindow window) {
        this.clock = clock;
        this.connection = connection;
        this.encoder = encoder;
        this.queue = queue;
        this.budget = budget;
        this.framing = framing;
        this.calls = calls;
        this.window = window;
    }

    /** Sends what there is, as far as the connection takes it. */
    void run() {
        queue.begin();
        if (closed) {
            drop();
            return;
        }
        if (stopped) {
            return;
        }
        gather();
        Output piece = SCRATCH.get();
        piece.truncate(0);
        out = piece;
        long before = bytesOut;
        try {
            urgentFrames();
            for (int turns = 0; turns < MOST_TURNS && isOpen(piece) && bytesOut - before < RUN && more(); turns++) {
                if (alone == null || !largeAnswers.isEmpty()) {
                    answers(piece);
                }
                turn(piece);
                urgentFrames();
            }
            copy(piece);
        } finally {
            out = null;
        }
        if (bytesOut != before) {
            connection.flush();
        }
        if (isOpen(piece) && more()) {
            queue.wake();
        }
    }

    private boolean more() {
        return !runnable.isEmpty() || mayAsk() || !largeAnswers.isEmpty() || (queue.hasAnswers() && alone == null);
    }

    /** Whether there is room for asks that have had to wait. */
    private boolean mayAsk() {
        return !asking.isEmpty() && !calls.isFull();
    }

    private void gather() {
        Cell next = queue.cells();
        while (next != null) {
            Cell following = ReadyStack.next(next);
            runnable.add((OutCell) next);
            next = following;
        }
    }

    private void urgentFrames() {
        for (Frame frame = queue.frame(); frame != null; frame = queue.frame()) {
            try {
                Frame due = frame instanceof Frame.Cancel cancel ? withdrawn(cancel) : frame;
                if (due != null) {
                    encode(due);
                }
            } catch (WireException e) {
                shortened(frame);
            }
        }
    }

    /**
     * Somebody gives up a call: if it leaves in pieces, the rest of them need not leave.
     *
     * @return what is to be sent; null: nothing, as the other side has not heard of the call
     */
    private @Nullable Frame withdrawn(Frame.Cancel cancel) {
        for (OutCell cell : runnable) {
            FragmentedFrame unsent = cell.pieces();
            if (unsent != null && unsent.stream() == cancel.stream()) {
                cell.pieces(null);
                left(unsent);
                return unsent.hasBegun() ? unsent.end() : null;
            }
        }
        return cancel;
    }

    /** Texts and names that come from the other side may be too long to be sent back: the link goes on without them. */
    private void shortened(Frame frame) {
        if (frame instanceof Frame.Fail fail) {
            encode(new Frame.Fail(fail.stream(), new Failure(fail.failure().code(), "", "")));
        }
    }

    private void answers(Output piece) {
        FragmentedFrame unsent = largeAnswers.poll();
        if (unsent != null && (alone == null || alone == unsent)) {
            if (!send(unsent)) {
                largeAnswers.add(unsent);
            }
        } else if (unsent != null) {
            largeAnswers.add(unsent);
        }
        long end = encoded(piece) + SHARE;
        for (int i = 0; i < TURN && hasRoom(piece, end) && alone == null && cutBytes <= mostCutBytes / 2; i++) {
            Answer answer = queue.nextAnswer();
            if (answer == null) {
                return;
            }
            try {
                Frame frame = answer.frame();
                if (frame != null) {
                    encodeData(frame);
                    addLargeAnswer();
                }
            } catch (WireException e) {
                answer.notSent(e);
            }
        }
    }

    private void addLargeAnswer() {
        FragmentedFrame made = cut;
        if (made != null) {
            largeAnswers.add(made);
            cut = null;
        }
    }

    /** Bytes of all frames so far. */
    private long encoded(Output piece) {
        return bytesOut + piece.size();
    }

    private void turn(Output piece) {
        OutCell cell = mayAsk() ? asking.poll() : runnable.poll();
        if (cell == null) {
            return;
        }
        FragmentedFrame unsent = cell.pieces();
        if (unsent != null) {
            turnOf(cell, unsent);
            return;
        }
        if (alone != null) {
            runnable.add(cell);
            return;
        }
        if (cell.parkIfPaused()) {
            return;
        }
        if (isAskTooMany(cell)) {
            asking.add(cell);
            lookForAnswers();
            return;
        }
        if (isTooLargeNow(cell)) {
            large.add(cell);
            return;
        }
        long now = clock.nanos();
        int permits = cell.isLimited() ? cell.permits(now, SHARE) : SHARE;
        if (permits == 0) {
            connection.schedule(Math.max(1, cell.nextPermitAt(now) - now), () -> resume(cell));
            return;
        }
        long sentBefore = cell.sentCount();
        long encodedBefore = encoded(piece);
        boolean more = some(cell, permits, piece);
        FragmentedFrame unsentYet = cell.pieces();
        long bytes = encoded(piece) - encodedBefore + (unsentYet == null ? 0 : unsentYet.size());
        cell.turned(bytes + (cell.sentCount() - sentBefore) * QueuePressure.PER_MESSAGE, now);
        if (more) {
            runnable.add(cell);
        }
    }

    /** A cell whose message is sent in pieces sends one of them, also if its receiver pauses meanwhile. */
    private void turnOf(OutCell cell, FragmentedFrame unsent) {
        if ((alone == null || alone == unsent) && send(unsent)) {
            cell.pieces(null);
        }
        runnable.add(cell);
    }

    /** What the other side has said that it takes is the limit for asks, as long as it answers some. */
    private boolean isAskTooMany(OutCell cell) {
        return calls.isFull() && !cell.isRefused() && cell.isAskNext();
    }

    private void lookForAnswers() {
        if (!lookDue) {
            lookDue = true;
            long before = calls.answered();
            connection.schedule(GRACE_NANOS, () -> lookAgain(before));
        }
    }

    private void lookAgain(long before) {
        lookDue = false;
        if (asking.isEmpty()) {
            return;
        }
        if (calls.answered() == before) {
            calls.open();
            queue.wake();
        } else {
            lookForAnswers();
        }
    }

    /** Frames in pieces take no more together than the link may hold, or one of them is alone. */
    private boolean isTooLargeNow(OutCell cell) {
        int weight = cuts && !cell.isRefused() ? cell.nextWeight() : 0;
        return weight > FragmentedFrame.LARGE && (largePaused || (cutBytes > 0 && cutBytes + weight > mostCutBytes));
    }

    /** Sends the next piece. Returns whether it was the last. */
    private boolean send(FragmentedFrame unsent) {
        encode(unsent.next());
        if (unsent.isOver()) {
            left(unsent);
        }
        return unsent.isOver();
    }

    private void left(FragmentedFrame sent) {
        cutBytes -= sent.size();
        budget.release(sent.size());
        if (alone == sent) {
            alone = null;
        }
        largeAgain();
    }

    private void largeAgain() {
        runnable.addAll(large);
        large.clear();
    }

    /** The other side holds so much that no message in pieces should begin, or has room again. */
    void onLargePause(boolean paused) {
        largePaused = paused;
        if (!paused && !large.isEmpty()) {
            largeAgain();
            queue.wake();
        }
    }

    /** Encodes messages of a cell while there is room, the last one as a whole. Returns whether it has more. */
    private boolean some(OutCell cell, int mostBytes, Output piece) {
        turnEnd = encoded(piece) + mostBytes;
        boolean alive = cell.turn(this, turnLimits);
        cell.madeRoom();
        return alive && (cell.pieces() != null || !cell.rest());
    }

    private boolean mayGoOn(OutCell cell) {
        return hasRoom(scratch(), turnEnd) && cell.pieces() == null && !isAskTooMany(cell) && !isTooLargeNow(cell);
    }

    private boolean hasRoom(Output piece, long end) {
        return encoded(piece) < end && isOpen(piece);
    }

    private boolean isOpen(Output piece) {
        return connection.isWritable() && window.isOpen(weight(encoded(piece)));
    }

    /** What all frames so far weigh where they are read. */
    private long weight(long bytes) {
        return bytes + framesOut * QueuePressure.PER_MESSAGE;
    }

    private void resume(OutCell cell) {
        runnable.add(cell);
        queue.wake();
    }

    /** Encodes a message in the turn of its cell. */
    void encode(OutCell cell, Message message) {
        try {
            Frame frame = framing.frame(cell, message);
            if (frame != null) {
                int size = encodeData(frame);
                FragmentedFrame made = cut;
                if (made != null) {
                    cell.pieces(made);
                    made.ifLost(framing.ifLost(cell, message));
                    cut = null;
                }
                cell.sent();
                Weight.learn(message, size);
                framing.sent(message, size);
            }
        } catch (WireException e) {
            framing.notSent(cell, message, e);
        }
        if (!mayGoOn(cell)) {
            room.endTurn();
        }
    }

    /** Encodes a frame that is sent as a whole, at once. In a run. */
    void encode(Frame frame) {
        Output piece = scratch();
        encoder.encode(frame, piece);
        framesOut++;
        copyIfLarge(piece);
    }

    private Output scratch() {
        Output piece = out;
        if (piece == null) {
            throw new IllegalStateException("frames are encoded in runs of the writer only");
        }
        return piece;
    }

    /** Encodes a frame that may be large: then its pieces are left to be sent. Returns how many bytes it takes. */
    private int encodeData(Frame frame) {
        Output piece = scratch();
        int begin = encoder.encode(frame, piece);
        int size = piece.size() - begin;
        framesOut++;
        if (cuts && size >= FragmentedFrame.LARGE) {
            cut(frame, piece, begin);
        } else {
            copyIfLarge(piece);
        }
        return size;
    }

    private void cut(Frame frame, Output piece, int begin) {
        int end = piece.size();
        piece.truncate(begin);
        copy(piece);
        Frame bare = frame instanceof Frame.Headed headed ? headed.call() : frame;
        long stream = bare instanceof Frame.Call call ? call.stream() : 0;
        FragmentedFrame made = new FragmentedFrame(++lastNumber, stream, piece.take(PIECE), begin, end);
        cutBytes += made.size();
        budget.reserve(made.size());
        if (framing.handsOver()) {
            alone = made;
        }
        cut = made;
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
            window.written(weight(bytesOut));
        }
    }

    /** The receiver behind a cell takes no more, or takes messages again. */
    void onPause(OutCell cell, boolean paused) {
        if (cell.pause(paused)) {
            resume(cell);
        }
    }

    /**
     * What the other side has said that it takes.
     *
     * @param maxFrameBytes most bytes of a frame, from 1024
     * @param inPieces bytes of frames in pieces that may be under way at the same time; 0: it does not know pieces
     */
    void peer(int maxFrameBytes, long inPieces) {
        cuts = inPieces > 0;
        mostCutBytes = Math.min(inPieces, budget.limit());
        encoder.peer(maxFrameBytes, cuts ? FragmentedFrame.LARGE : 0);
    }

    /** Whether answers wait to be sent, or frames have left in part. */
    boolean isWaiting() {
        return queue.hasAnswers() || !largeAnswers.isEmpty() || cutBytes > 0;
    }

    /**
     * Writes the last frame of this side. What waits stays where it is, so that its senders will know that it has not left. Not
     * within a run.
     */
    void last(Frame word) {
        if (closed || stopped) {
            return;
        }
        Output piece = SCRATCH.get();
        piece.truncate(0);
        out = piece;
        try {
            urgentFrames();
            word(word);
            copy(piece);
        } finally {
            out = null;
            stopped = true;
        }
        connection.flush();
    }

    /** A reason that quotes much may be too long for the other side: then the link ends without one. */
    private void word(Frame word) {
        try {
            encode(word);
        } catch (WireException e) {
            if (word instanceof Frame.Goodbye goodbye) {
                encode(new Frame.Goodbye("", goodbye.last()));
            }
        }
    }

    /** The connection is about to end: nothing more is encoded, so that nobody counts as sent what cannot leave. */
    void stop() {
        stopped = true;
    }

    /** The other side takes no new messages: those that wait for targets have their turns at once, to be refused. */
    void refuse(Collection<OutCell> cells) {
        for (OutCell cell : cells) {
            if (cell.stream() == 0 && cell.refused()) {
                resume(cell);
            }
            if (cell.stream() == 0 && (large.remove(cell) || asking.remove(cell))) {
                resume(cell);
            }
        }
    }

    /** The connection has ended: nothing is sent any more. The cells are the session's to end. */
    void close() {
        closed = true;
        drop();
    }

    private void drop() {
        queue.close();
        largeAnswers.clear();
        large.clear();
        asking.clear();
        budget.release(cutBytes);
        cutBytes = 0;
        Cell next = queue.cells();
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
    long framesOut() {
        return framesOut;
    }

    /** Bytes sent. Any thread; racy. */
    long bytesOut() {
        return bytesOut;
    }
}
