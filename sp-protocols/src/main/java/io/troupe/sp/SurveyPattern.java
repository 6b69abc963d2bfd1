// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SocketTimers;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The rules of SURVEYOR: a survey goes to all peers, answers count until its time is over. Thread-safe; calls pipes and
 * surveys without its lock. Source: the SP RFC {@code sp-surveyor-respondent}.
 */
final class SurveyPattern implements Pattern {
    private final SocketCore core;
    private final SurveyContext own;
    private final RoundRobin peers = new RoundRobin();
    private final ReentrantLock lock = new ReentrantLock();
    private final IntTable<OpenSurvey> open = new IntTable<>();
    private int number;
    private volatile @Nullable SpException closed;

    SurveyPattern(SocketCore core) {
        this.core = core;
        this.own = new SurveyContext(core, this);
        this.number = core.random().nextInt();
    }

    @Override
    public MessageSender sender() {
        return own;
    }

    @Override
    public MessageReceiver receiver() {
        return own;
    }

    /**
     * Asks all who are there; the survey is open before the first can answer.
     *
     * @throws SpException CLOSED, NO_PEERS; the message is then the caller's
     */
    void start(Survey survey, SpMessage message) {
        start(survey, message, usualNanos());
    }

    /** {@link #start(Survey, SpMessage)}, with a time of its own for answers. */
    void start(Survey survey, SpMessage message, long answerNanos) {
        core.checkPeers();
        int id = enter(survey, answerNanos);
        message.clearHeader();
        message.appendHeader(id);
        peers.offerAll(message, core.counters());
    }

    private int enter(Survey survey, long answerNanos) {
        lock.lock();
        try {
            SpException cause = closed;
            if (cause != null) {
                throw new SpException(cause.reason(), String.valueOf(cause.getMessage()), cause);
            }
            int id = Backtrace.id(number++);
            while (open.get(id) != null) {
                id = Backtrace.id(number++);
            }
            int known = id;
            survey.id(id);
            SocketTimers.Timeout timer =
                    answerNanos == Long.MAX_VALUE ? () -> {} : core.timers().after(answerNanos, () -> timeOver(known));
            open.put(id, new OpenSurvey(survey, timer));
            return id;
        } finally {
            lock.unlock();
        }
    }

    private void timeOver(int id) {
        end(id, new SpException(SpError.TIMED_OUT, "the time for answers is over"));
    }

    /** Ends a survey, if it is open. */
    void end(int id, SpException cause) {
        OpenSurvey ended;
        lock.lock();
        try {
            ended = open.remove(id);
        } finally {
            lock.unlock();
        }
        if (ended != null) {
            ended.timer().cancel();
            ended.survey().onEnd(cause);
        }
    }

    /** How long answers are taken, unless said otherwise. */
    long usualNanos() {
        return Timeouts.nanos(core.options().surveyTime());
    }

    /** The error of a closed socket, if it is. */
    @Nullable
    SpException closed() {
        return closed;
    }

    @Override
    public boolean attach(Pipe pipe) {
        peers.add(pipe);
        return true;
    }

    @Override
    public boolean onMessage(Pipe pipe, SpMessage message) {
        int id = message.hasWord() ? message.takeWord() : 0;
        if (!Backtrace.isId(id)) {
            drop(message, DropReason.MALFORMED);
            return true;
        }
        OpenSurvey asked;
        lock.lock();
        try {
            asked = open.get(id);
        } finally {
            lock.unlock();
        }
        message.pipe(pipe.id());
        DropReason cause = asked == null ? DropReason.LATE : asked.survey().onAnswer(message);
        if (cause != null) {
            drop(message, cause);
        }
        return true;
    }

    /** An answer that nobody waits for. */
    void dropLate(SpMessage answer) {
        drop(answer, DropReason.LATE);
    }

    private void drop(SpMessage message, DropReason cause) {
        message.release();
        core.counters().dropped(cause);
    }

    @Override
    public void onWritable(Pipe pipe) {
        // nobody waits for room
    }

    @Override
    public void onClosed(Pipe pipe, String reason) {
        peers.remove(pipe);
    }

    @Override
    public void close(SpException cause) {
        List<OpenSurvey> left;
        lock.lock();
        try {
            closed = cause;
            left = open.values();
            open.clear();
        } finally {
            lock.unlock();
        }
        for (OpenSurvey asked : left) {
            asked.timer().cancel();
            asked.survey().onEnd(cause);
        }
    }

    private record OpenSurvey(Survey survey, SocketTimers.Timeout timer) {}
}
