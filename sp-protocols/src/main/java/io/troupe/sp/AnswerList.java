// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.message.SpMessage;
import java.util.ArrayList;
import java.util.List;

/** All answers to a survey together. */
final class AnswerList extends SurveyPromise<List<SpMessage>> {
    private final List<SpMessage> answers = new ArrayList<>();

    AnswerList(SurveyPattern pattern, SocketCore core) {
        super(pattern, core);
    }

    @Override
    void answered(SpMessage answer) {
        synchronized (answers) {
            answers.add(answer);
        }
    }

    @Override
    List<SpMessage> gathered() {
        synchronized (answers) {
            return List.copyOf(answers);
        }
    }

    @Override
    void dropAll() {
        synchronized (answers) {
            answers.forEach(SpMessage::release);
            answers.clear();
        }
    }
}
