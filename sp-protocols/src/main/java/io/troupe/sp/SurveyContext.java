// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageSender;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A classic conversation: one survey at a time, then its answers. Thread-safe. */
final class SurveyContext extends QuestionContext<ContextSurvey> {
    private final SocketCore core;
    private final SurveyPattern pattern;
    private final MessageSender sender = new ImmediateSender(this::ask);

    SurveyContext(SocketCore core, SurveyPattern pattern) {
        super(core);
        this.core = core;
        this.pattern = pattern;
    }

    private void ask(SpMessage message) {
        ContextSurvey survey = new ContextSurvey(this, core.options().receiveBuffer());
        begin(survey);
        try {
            pattern.start(survey, message);
        } catch (SpException e) {
            end(survey, e);
            throw e;
        }
    }

    @Override
    public void send(SpMessage message) {
        sender.send(message);
    }

    @Override
    public void send(SpMessage message, Duration limit) {
        sender.send(message, limit);
    }

    @Override
    public boolean trySend(SpMessage message) {
        return sender.trySend(message);
    }

    @Override
    public Promise<Void> sendLater(SpMessage message) {
        return sender.sendLater(message);
    }

    @Override
    @Nullable
    SpMessage take(ContextSurvey survey) {
        return survey.take();
    }

    @Override
    boolean putBack(ContextSurvey survey, SpMessage answer) {
        return survey.putBack(answer);
    }

    @Override
    boolean endsWithFirst() {
        return false;
    }

    @Override
    void giveUp(ContextSurvey survey, SpException cause) {
        survey.discard(cause);
        pattern.end(survey.id(), cause);
    }

    @Override
    void dropLate(SpMessage answer) {
        pattern.dropLate(answer);
    }

    @Override
    @Nullable
    SpException socketClosed() {
        return pattern.closed();
    }
}
