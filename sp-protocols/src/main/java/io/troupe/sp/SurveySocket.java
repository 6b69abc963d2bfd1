// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** A SURVEYOR socket. */
final class SurveySocket extends PatternSocket implements SurveyorSocket {
    private final SocketCore core;
    private final SurveyPattern pattern;

    SurveySocket(SocketCore core, SurveyPattern pattern) {
        super(core, pattern, false);
        this.core = core;
        this.pattern = pattern;
    }

    @Override
    public Promise<List<SpMessage>> survey(SpMessage message) {
        return new AnswerList(pattern, core).start(message.handOver(), pattern.usualNanos());
    }

    @Override
    public Promise<List<SpMessage>> survey(SpMessage message, Duration limit) {
        if (limit.isZero() || limit.isNegative()) {
            message.handOver().release();
            throw new IllegalArgumentException("a survey needs time for answers: limit=" + limit);
        }
        return new AnswerList(pattern, core).start(message.handOver(), Timeouts.nanos(limit));
    }

    @Override
    public Promise<Void> survey(SpMessage message, Consumer<? super SpMessage> answers) {
        return new AnswerStream(pattern, core, answers).start(message.handOver(), pattern.usualNanos());
    }

    @Override
    public SocketContext context() {
        SurveyContext context = new SurveyContext(core, pattern);
        context.check();
        return new ContextPort(context);
    }
}
