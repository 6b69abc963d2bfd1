// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Supervision.Decision;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SystemLogTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ConcurrentMap<StandardError.Kind, Integer> systems = new ConcurrentHashMap<>();
    private final SystemLog log = log();

    private SystemLog log() {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        return new SystemLog("demo", new StandardError("demo", out, systems));
    }

    private String printed() {
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    @Test
    void shouldPrintTheFirstOfEachKindWithTheRemedyIfThereIsNoProvider() {
        Throwable cause = new IllegalStateException("boom");
        for (int i = 0; i < 3; i++) {
            log.failure("troupe://demo/a", cause, Decision.RESTART);
            log.unhandled(false, "troupe://demo/a", cause, 0);
            log.unhandled(true, "troupe://demo/a A.get()", cause, 0);
            log.deadLetter(new DeadLetter("troupe://demo/a", "A.add(int)", DeadLetter.Reason.STOPPED), 1);
            log.internal("a turn failed", cause);
        }

        for (String kind :
                new String[] {"actor failure", "unhandled promise", "ignored ask", "dead letter", "internal error"}) {
            assertThat(count(printed(), "kind=" + kind + ", system=demo; add a dependency on org.slf4j:slf4j-simple"))
                    .as(kind)
                    .isEqualTo(1);
        }
        assertThat(printed())
                .contains("troupe: actor failed: actor=troupe://demo/a, decision=RESTART")
                .contains("at " + SystemLogTest.class.getName())
                .contains("troupe: a promise failed and nobody handles it: call=troupe://demo/a A.get()")
                .contains("troupe: dead letter: target=troupe://demo/a, method=A.add(int), reason=STOPPED");
    }

    @Test
    void shouldPrintNoMoreWhereSystemsComeAndGoByThousands() {
        for (int i = 0; i < 1_000; i++) {
            log().internal("a turn failed", new IllegalStateException("boom"));
        }

        assertThat(count(printed(), "troupe: a turn failed")).isEqualTo(StandardError.MOST_SYSTEMS);
    }

    @Test
    void shouldPrintNoDeadLettersOfClosing() {
        log.closing();
        log.deadLetter(new DeadLetter("troupe://demo/a", "A.add(int)", DeadLetter.Reason.STOPPED), 1);

        assertThat(printed()).isEmpty();
    }

    @Test
    void shouldSurviveALogThatFails() {
        Throwable cause = new IllegalStateException("boom") {
            @Override
            public String getMessage() {
                throw new StackOverflowError("the log");
            }
        };
        log.failure("troupe://demo/a", cause, Decision.STOP);

        assertThat(printed()).as("what could not be printed").isEmpty();
    }
}
