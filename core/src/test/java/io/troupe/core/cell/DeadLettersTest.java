// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.DeadLetter.Reason;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.actor.Terminated;
import io.troupe.core.call.MethodInfo;
import io.troupe.core.error.EndReason;
import io.troupe.core.message.TellMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeadLettersTest {
    private static final int COUNT = 1_000;

    private final AtomicInteger described = new AtomicInteger();
    private final Terminated end = new Terminated("troupe://test/a", EndReason.STOPPED, null);
    private final MethodInfo method = new MethodInfo(Runnable.class, "run", List.of(), void.class);

    /** Counts how often somebody wants to know what it is. */
    private final class Told extends TellMessage {
        @Override
        public MethodInfo method() {
            described.incrementAndGet();
            return method;
        }

        @Override
        public Object[] arguments() {
            return new Object[0];
        }

        @Override
        public Told copy() {
            return new Told();
        }

        @Override
        public void deliver(Object receiver) {}
    }

    private DeadLetters letters(List<SystemListener> listeners) {
        return new DeadLetters(new SystemListeners(listeners, (what, cause) -> {}), new SystemLog("test"));
    }

    @Test
    void shouldCountWithoutDescribingWhatNobodyReads() {
        DeadLetters letters = letters(List.of());
        for (int i = 0; i < COUNT; i++) {
            letters.undelivered(end, new Told());
        }
        assertThat(letters.count(Reason.STOPPED)).isEqualTo(COUNT);
        assertThat(letters.count()).isEqualTo(COUNT);
        assertThat(described)
                .as("the first, the second, the fourth … are logged")
                .hasValue(10);
    }

    @Test
    void shouldTellListenersOfEach() {
        List<DeadLetter> told = new ArrayList<>();
        DeadLetters letters = letters(List.of(new SystemListener() {
            @Override
            public void onDeadLetter(DeadLetter letter) {
                told.add(letter);
            }
        }));
        for (int i = 0; i < COUNT; i++) {
            letters.undelivered(end, new Told());
        }
        assertThat(told)
                .hasSize(COUNT)
                .containsOnly(
                        new DeadLetter(end.address(), method.toString(), Reason.STOPPED, EndReason.STOPPED, null));
    }

    @Test
    void shouldSayWhatIsMissingInLettersAndNewsThatSomebodyMakes() {
        assertThatNullPointerException()
                .isThrownBy(() -> new DeadLetter(null, "Counter.add(int)", Reason.STOPPED))
                .withMessage("target");
        assertThatNullPointerException()
                .isThrownBy(() -> new Terminated("troupe://test/a", null, null))
                .withMessage("reason");
    }
}
