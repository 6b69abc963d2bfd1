// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.ReadyStack;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jctools.queues.varhandle.unpadded.MpscUnboundedVarHandleUnpaddedArrayQueue;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the writer of a link: frames of the link itself, answers, and cells that have something to send. The parts of a
 * session put into it and do not know the writer. Any thread puts, the loop takes.
 *
 * <p>Invariant: {@code awake} is set whenever a run of the writer is due. Whoever adds something and finds it clear schedules a
 * run; a run clears it before it looks, so what comes after that look brings about another run.
 */
final class WriteQueue implements CellHome {
    private static final int CHUNK = 16;

    private final Connection connection;
    private final AnswerQueue answers;
    private final long mostAnswers;
    private final AtomicBoolean awake = new AtomicBoolean();
    private final ReadyStack arrived = new ReadyStack();
    private final Queue<Frame> frames = new MpscUnboundedVarHandleUnpaddedArrayQueue<>(CHUNK);

    /** Set once, before anything is put. */
    private Runnable writer = () -> {};

    /**
     * An empty one.
     *
     * @param connection runs the writer on its loop
     * @param budget of the answers that wait
     * @param all of the system, of which that is a part
     * @param mostAnswers bytes of answers from which on no more calls should begin
     */
    WriteQueue(Connection connection, MemoryBudget budget, MemoryBudget all, long mostAnswers) {
        this.connection = connection;
        this.answers = new AnswerQueue(budget, all);
        this.mostAnswers = mostAnswers;
    }

    /** Who takes what waits; runs on the loop when there is something. */
    void writer(Runnable run) {
        writer = run;
    }

    // ---- any thread ----------------------------------------------------------------------------------------------

    /** A target has something to send. */
    @Override
    public void onReady(Cell cell) {
        arrived.push(cell);
        wake();
    }

    /** Sends a frame of the link before everything else. */
    void urgent(Frame frame) {
        frames.add(frame);
        wake();
    }

    /** Sends an answer, in order with other answers; without its result if too much waits. */
    void answer(Answer answer) {
        answers.add(answer);
        wake();
    }

    /** Whether so many answers wait to be sent that no more calls should begin. Racy. */
    boolean answersWait() {
        return answers.bytes() > mostAnswers;
    }

    /** Runs the writer, soon. */
    void wake() {
        if (!awake.get() && awake.compareAndSet(false, true)) {
            connection.execute(writer);
        }
    }

    /** Runs a task on the loop, unless the link has ended. */
    void execute(Runnable task) {
        connection.execute(task);
    }

    /** Runs a task on the loop: at once if this is its thread. */
    void onLoop(Runnable task) {
        if (connection.inLoop()) {
            task.run();
        } else {
            connection.execute(task);
        }
    }

    /** Runs a task on the loop after so many nanoseconds, unless the link has ended. */
    void later(long nanos, Runnable task) {
        connection.schedule(nanos, task);
    }

    // ---- loop only -----------------------------------------------------------------------------------------------

    /** A run of the writer begins: what comes from now on brings about another one. */
    void begin() {
        awake.set(false);
    }

    /** The next frame of the link, or null. */
    @Nullable
    Frame frame() {
        return frames.poll();
    }

    /** The next answer, or null. */
    @Nullable
    Answer nextAnswer() {
        return answers.poll();
    }

    boolean hasAnswers() {
        return !answers.isEmpty();
    }

    /** All cells that have come, linked by {@link ReadyStack#next}, or null. */
    @Nullable
    Cell cells() {
        return arrived.takeAll();
    }

    /** Nothing leaves any more: forgets frames and answers. */
    void close() {
        frames.clear();
        answers.close();
    }
}
