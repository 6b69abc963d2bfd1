// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What events are called in sentences for people. */
class EventWordsTest {
    private static SimEvent event(EventKind kind, String source, String target, long ordinal, String label) {
        return new SimEvent(0, 100_000_000, kind, source, target, ordinal, -1, label);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "ARRIVAL | outside | troupe://t/b | 2 | the 2nd message from the test to t/b arrives late",
                "ANSWER | t/a | t/b | 3 | the 3rd answer from t/a to t/b arrives late",
                "TURN | t/a | t/a | 21 | the 21st turn of t/a happens late",
                "TIME | time | time | 4 | the clock reaches 100 ms late",
                "BYTES | n1 | n2/loop | 12 | the 12th piece of bytes from n1 to n2/loop arrives late",
                "DISK | n1 | n1/log | 1 | the 1st operation of n1 on n1/log completes late",
                "TASK | n1 | n1/@every-1 | 111 | the 111th timer every-1 of n1 fires late",
                "TASK | n1 | n1/loop | 1 | the 1st task of n1 at n1/loop runs late",
                "FAULT | network/partition | network | 1 | the 1st fault network/partition happens late",
            })
    void shouldSayThatAnEventIsLate(EventKind kind, String source, String target, long ordinal, String words) {
        assertThat(EventWords.late(event(kind, source, target, ordinal, ""))).isEqualTo(words);
    }

    @Test
    void shouldSayWhatComesBefore() {
        SimEvent message = event(EventKind.ARRIVAL, "a", "b", 1, "granted(int)");
        SimEvent time = event(EventKind.TIME, "time", "time", 7, "");
        SimEvent fault = event(EventKind.FAULT, "faults/crash/n1", "faults", 1, "crash n1");
        assertThat(EventWords.after(message, time))
                .isEqualTo("the 1st message from a to b arrives after the clock has reached 100 ms");
        assertThat(EventWords.after(time, message))
                .isEqualTo("the clock reaches 100 ms only after the 1st message from a to b");
        assertThat(EventWords.after(message, fault))
                .isEqualTo("the 1st message from a to b arrives after the 1st fault 'crash n1' of faults/crash/n1");
    }

    @Test
    void shouldSayThatAnEventDoesNotHappen() {
        assertThat(EventWords.never("arrival outside→troupe://t/b #2"))
                .isEqualTo("the 2nd message from the test to t/b does not happen until then");
        assertThat(EventWords.never("turn t/a #1")).isEqualTo("the 1st turn of t/a does not happen until then");
    }

    @Test
    void shouldHaveWordsOfItsOwnForEachKind() {
        Set<String> words = new HashSet<>();
        for (EventKind kind : EventKind.values()) {
            words.add(EventWords.late(event(kind, "a", "b", 1, "")));
        }
        assertThat(words).hasSameSizeAs(EventKind.values());
    }

    @ParameterizedTest
    @CsvSource({"0, 0 s", "1, 1 ns", "1500, 1.5 µs", "100000000, 100 ms", "10317018652, 10.317 s", "60000000000, 60 s"})
    void shouldTellMomentsAsWholeNumbers(long nanos, String words) {
        assertThat(EventWords.time(nanos)).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({"1, 1st", "2, 2nd", "3, 3rd", "4, 4th", "11, 11th", "12, 12th", "13, 13th", "23, 23rd", "112, 112th"})
    void shouldCountInWords(long number, String words) {
        assertThat(EventWords.ordinal(number)).isEqualTo(words);
    }
}
