// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SocketStats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** SURVEYOR byte by byte, on pipes without a transport. */
@Timeout(30)
class SurveyPatternTest {
    private final SocketCore core = new SocketCore(
            Protocol.SURVEYOR,
            SocketOptions.builder().receiveBuffer(2).build(),
            SocketEngine.of(new TimedHost(new ManualTimers())));
    private final SurveyPattern pattern = new SurveyPattern(core);
    private final SurveyContext context = new SurveyContext(core, pattern);

    private SocketStats stats() {
        return core.counters().read(0);
    }

    private FakePipe attached() {
        FakePipe pipe = new FakePipe(Protocol.RESPONDENT);
        pattern.attach(pipe);
        return pipe;
    }

    @Test
    void shouldSendTheSameBytesToAll() {
        FakePipe left = attached();
        FakePipe right = attached();
        FakePipe full = attached().room(0);
        context.send(SpMessage.of("q"));
        String bytes = left.written().get(0);
        assertThat(bytes).matches("[89a-f][0-9a-f]{7}71");
        assertThat(right.written()).containsExactly(bytes);
        assertThat(stats().sent()).isEqualTo(2);
        assertThat(stats().dropped(DropReason.SEND_QUEUE_FULL)).isEqualTo(1);
        full.room(1);
        context.send(SpMessage.of("r"));
        int id = Integer.parseUnsignedInt(bytes.substring(0, 8), 16);
        assertThat(full.written()).containsExactly(String.format("%08x72", (id + 1) | Integer.MIN_VALUE));
    }

    @Test
    void shouldDropAnswersThatFindNoRoom() {
        FakePipe pipe = attached();
        context.send(SpMessage.of("q"));
        String id = pipe.written().get(0).substring(0, 8);
        for (String answer : new String[] {"61", "62", "63"}) {
            assertThat(pattern.onMessage(pipe, FakePipe.arriving(id + answer))).isTrue();
        }
        pattern.onMessage(pipe, FakePipe.arriving("00000001"));
        pattern.onMessage(pipe, FakePipe.arriving("8000"));
        assertThat(Steps.text(context.tryReceive().orElseThrow())).isEqualTo("a");
        assertThat(Steps.text(context.tryReceive().orElseThrow())).isEqualTo("b");
        assertThat(context.tryReceive()).isEmpty();
        assertThat(stats().dropped(DropReason.RECEIVE_QUEUE_FULL)).isEqualTo(1);
        assertThat(stats().dropped(DropReason.MALFORMED)).isEqualTo(2);
    }
}
