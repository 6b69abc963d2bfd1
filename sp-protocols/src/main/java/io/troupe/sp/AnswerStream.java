// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The answers to a survey one by one. */
final class AnswerStream extends SurveyPromise<Void> {
    private static final Logger LOG = LoggerFactory.getLogger(AnswerStream.class);

    private final Consumer<? super SpMessage> answers;

    AnswerStream(SurveyPattern pattern, SocketCore core, Consumer<? super SpMessage> answers) {
        super(pattern, core);
        this.answers = answers;
    }

    @Override
    void answered(SpMessage answer) {
        try {
            MustNotWait.run(() -> answers.accept(answer));
        } catch (Throwable e) { // whatever it throws, the pipe must live on
            LOG.warn("who takes the answers to a survey failed", e);
        }
    }

    @Override
    @SuppressWarnings("NullAway") // there is no other Void
    Void gathered() {
        return null;
    }

    @Override
    void dropAll() {
        // each was handed over
    }
}
