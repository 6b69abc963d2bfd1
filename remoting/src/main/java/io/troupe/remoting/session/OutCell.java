// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.AskMessage;
import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.InlineTurns;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.dispatch.cell.TurnLimits;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.link.TargetStats;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.pacing.SendLimit;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One target of a link, or one stream, as its senders see it: what waits here is encoded in turns on the link's loop. Any thread
 * puts messages; a full one delays actors and lets other threads wait, as every mailbox that paces.
 */
final class OutCell extends Cell {
    /** Long enough to even out turns, short enough to be the present. */
    private static final long WINDOW = 20_000_000;

    private final int number;
    private final FrameFactory frames;
    private final String name;

    /** Encodes messages, in turns. Loop only; null before the first one. */
    private @Nullable LinkWriter writer;

    /** Loop only, but for the first time: 0 until the stream has a number. */
    private long stream;

    /** Loop only; the number takes the place of the name when it is known. */
    private TargetId to;

    /** Loop only. */
    private @Nullable SendLimit limit;

    /** Written on the loop; read racily for statistics. */
    private long sent;

    /** Those of pressure. */
    private long sentBytes;

    private long paced;
    private long naks;

    // ---- whether the receiver has said that it takes no more; loop only
    private boolean paused;

    private @Nullable FragmentedFrame pieces;

    /** Whether it has had to give up its turn for that. */
    private boolean parked;

    /** Whether the other side takes no more messages for good; then there is nothing to wait for. */
    private boolean refused;

    // ---- how fast it was lately; loop only
    private long windowAt;
    private long windowSent;
    private long windowBytes;
    private double recent;

    /**
     * For a target.
     *
     * @param birth which one of the link it is
     * @param ready told when there is something to send
     * @param frames told what is lost
     * @param to the target
     * @param capacity messages that may wait
     * @param budget of what waits on the link
     */
    OutCell(Birth birth, CellHome ready, FrameFactory frames, TargetId to, int capacity, MemoryBudget budget) {
        this(birth, ready, frames, to, 0, to.toString(), new SendQueue(capacity, budget));
    }

    /**
     * For a stream.
     *
     * @param birth which one of the link it is
     * @param ready told when there is something to send
     * @param frames told what is lost
     * @param stream its number
     * @param capacity messages that may wait
     * @param budget of what waits on the link
     */
    OutCell(Birth birth, CellHome ready, FrameFactory frames, long stream, int capacity, MemoryBudget budget) {
        this(birth, ready, frames, TargetId.id(0), stream, "stream " + stream, new SendQueue(capacity, budget));
    }

    /**
     * For a stream with a queue of its own.
     *
     * @param birth which one of the link it is
     * @param ready told when there is something to send
     * @param frames told what is lost
     * @param stream its number
     * @param queue where messages wait; null: without a bound
     */
    OutCell(Birth birth, CellHome ready, FrameFactory frames, long stream, @Nullable Mailbox queue) {
        this(birth, ready, frames, TargetId.id(0), stream, "stream " + stream, queue);
    }

    private OutCell(
            Birth birth,
            CellHome ready,
            FrameFactory frames,
            TargetId to,
            long stream,
            String name,
            @Nullable Mailbox queue) {
        super(ready, queue);
        this.number = birth.number();
        this.windowAt = birth.nanos();
        this.frames = frames;
        this.to = to;
        this.stream = stream;
        this.name = name;
    }

    /**
     * Which one of its link it is.
     *
     * @param number in order of making
     * @param nanos time of the system's clock
     */
    record Birth(int number, long nanos) {}

    /** Its number, so that sets of cells have the same order in each run. */
    @Override
    public int hashCode() {
        return number;
    }

    @Override
    protected void deliver(Message message) {
        LinkWriter encoder = writer;
        if (encoder == null) {
            throw new AssertionError("is delivered in turns only");
        }
        encoder.encode(this, message);
    }

    /** Has its messages encoded, within limits. Returns whether it is still open. Loop only. */
    boolean turn(LinkWriter encoder, TurnLimits limits) {
        writer = encoder;
        return work(limits);
    }

    /** Sends a frame before that of the message in hand. In a turn. */
    void before(Frame frame) {
        LinkWriter encoder = writer;
        if (encoder != null) {
            encoder.encode(frame);
        }
    }

    @Override
    protected void undelivered(Message message) {
        frames.lost(this, message);
    }

    /** Where frames go. Loop only. */
    TargetId to() {
        return to;
    }

    /** Takes the number for the name. Loop only. */
    void to(TargetId known) {
        to = known;
    }

    /** The stream, or 0 for a target. Loop only. */
    long stream() {
        return stream;
    }

    /** Takes the number of a stream that has just been opened. Loop only. */
    void stream(long number) {
        stream = number;
    }

    /**
     * Puts a message. A turn that has to wait for room is held back without blocking its thread, whichever that is; a loop outside
     * of turns must not wait.
     *
     * @param message to be sent
     * @param wait whether the sender may be slowed down when there is no room
     * @return what has become of it
     */
    Offer offer(Message message, boolean wait) {
        boolean mayWait = wait && (CellThread.currentCell() != null || InlineTurns.ofThread() == null);
        return mayWait ? offer(message) : tryOffer(message);
    }

    /** The target as it was first known, for people. */
    String name() {
        return name;
    }

    /** The link has ended: what waits is lost, senders that wait go on. Loop only. */
    void end() {
        abandon(new RejectedExecutionException("the link has ended: target=" + name)); // no turn will report the rest
    }

    /** The link has ended: if the last message has not left as a whole, its sender is told. Loop only. */
    void endPieces() {
        FragmentedFrame unsent = pieces;
        if (unsent != null) {
            pieces = null;
            unsent.lost();
        }
    }

    // ---- pacing: loop only ---------------------------------------------------------------------------------------

    /** The receiver is under pressure. */
    void onPressure(QueuePressure pressure, long now, long roundTrip) {
        naks++;
        if (refused) {
            return;
        }
        SendLimit current = limit;
        if (current == null) {
            current = new SendLimit(now, lately(now));
            limit = current;
        }
        current.onPressure(pressure, now, roundTrip);
    }

    /** Its last message is sent in pieces: nothing else before they have left. Loop only. */
    @Nullable
    FragmentedFrame pieces() {
        return pieces;
    }

    void pieces(@Nullable FragmentedFrame newPieces) {
        pieces = newPieces;
    }

    /** A turn is over: what it has taken out makes room for senders. */
    void madeRoom() {
        if (mailbox() instanceof SendQueue queue) {
            queue.giveBack();
        }
    }

    /** About how many bytes the next message takes; 0 if there is none or it is small. Loop only. */
    int nextWeight() {
        return mailbox() instanceof SendQueue queue ? queue.nextWeight() : 0;
    }

    /** Whether the next message asks, and somebody waits for the answer. Loop only. */
    boolean isAskNext() {
        return mailbox() instanceof SendQueue queue && queue.next() instanceof AskMessage<?> ask && !ask.isSettled();
    }

    /** The receiver takes no more, or takes messages again. Returns whether its turn is due now. */
    boolean pause(boolean now) {
        paused = now && !refused;
        boolean due = !now && parked;
        parked &= now;
        return due;
    }

    /** The receiver takes no more for good. Returns whether its turn is due now. */
    boolean refused() {
        refused = true;
        limit = null;
        return pause(false);
    }

    boolean isRefused() {
        return refused;
    }

    /** Whether the turn that is due must wait until the receiver takes messages again. */
    boolean parkIfPaused() {
        parked |= paused;
        return paused;
    }

    boolean isLimited() {
        return limit != null;
    }

    /** How many bytes may be sent now. */
    int permits(long now, int wanted) {
        SendLimit current = limit;
        if (current == null || current.isSpent(now)) {
            limit = null;
            return wanted;
        }
        int permits = current.permits(now, wanted);
        if (permits == 0) {
            paced++;
        }
        return permits;
    }

    /** When the next message may be sent. */
    long nextPermitAt(long now) {
        SendLimit current = limit;
        return current == null ? now : current.nextPermitAt(now);
    }

    /** A message has been encoded. */
    void sent() {
        sent++;
    }

    long sentCount() {
        return sent;
    }

    /** A turn has ended that sent so many bytes, those of pressure. */
    void turned(long bytes, long now) {
        sentBytes += bytes;
        if (now - windowAt > WINDOW) {
            recent = rate(now);
            windowAt = now;
            windowSent = sent;
            windowBytes = sentBytes;
        }
        SendLimit current = limit;
        if (current != null) {
            current.sent(bytes, now);
        }
    }

    /** Bytes of a message, on average of those sent lately; for complaints that count messages. */
    double meanBytes() {
        long messages = sent - windowSent;
        return messages > 0
                ? (double) (sentBytes - windowBytes) / messages
                : Math.max(QueuePressure.PER_MESSAGE, (double) sentBytes / Math.max(1, sent));
    }

    private double lately(long now) {
        return Math.max(recent, rate(now));
    }

    private double rate(long now) {
        return (sentBytes - windowBytes) * 1e9 / Math.max(WINDOW / 4, now - windowAt);
    }

    /** What has been going on here. Any thread; racy. */
    TargetStats stats() {
        SendLimit current = limit;
        double rate = current == null ? Double.POSITIVE_INFINITY : current.rate();
        return new TargetStats(name, sent, depth(Integer.MAX_VALUE), paced, naks, rate);
    }
}
