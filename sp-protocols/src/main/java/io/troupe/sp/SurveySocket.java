// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DuplexSocket;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketContext;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SurveyorSocket;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** Opens SURVEYOR sockets, and is one. */
final class SurveySocket extends PlainSocket implements SurveyorSocket {
    private final SocketCore core;
    private final SurveyPattern pattern;

    private SurveySocket(SocketCore core, SurveyPattern pattern, SurveyContext own) {
        super(core, pattern, own, own);
        this.core = core;
        this.pattern = pattern;
    }

    /** A SURVEYOR socket. */
    static SurveyorSocket open(SocketOptions options, SocketEngine engine) {
        SocketCore core = new SocketCore(Protocol.SURVEYOR, options, engine);
        SurveyPattern pattern = new SurveyPattern(core);
        return new SurveySocket(core, pattern, new SurveyContext(core, pattern));
    }

    /** A raw one: headers pass as they are, there is no time limit. */
    static DuplexSocket raw(SocketOptions options, SocketEngine engine) {
        return RawAskPattern.open(Protocol.SURVEYOR, true, options, engine);
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
        return new OwningContext(context);
    }
}
