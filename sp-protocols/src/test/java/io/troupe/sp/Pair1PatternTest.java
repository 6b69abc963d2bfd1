// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.DropReason;
import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import io.troupe.sp.transport.Pipe;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class Pair1PatternTest {
    private final SocketCore core = new SocketCore(
            Protocol.PAIR1, SocketOptions.builder().receiveBuffer(1).build(), SocketEngine.shared());
    private final Pipe pipe = (Pipe) Proxy.newProxyInstance(
            Pipe.class.getClassLoader(),
            new Class<?>[] {Pipe.class},
            (proxy, method, arguments) -> switch (method.getName()) {
                case "id" -> 7;
                case "hashCode" -> 7;
                case "equals" -> proxy == arguments[0];
                case "offer", "poll", "isWritable" -> false;
                default -> null;
            });

    @AfterEach
    void release() {
        SocketEngine.shared().release(); // what the core acquired
    }

    @Test
    void shouldDropWhatIsTooShortForItsWord() {
        Pair1Pattern pattern = new Pair1Pattern(core, new OnePeer(core), false);
        assertThat(pattern.onMessage(pipe, SpMessage.of(new byte[] {0, 0, 1}))).isTrue();
        assertThat(pattern.onMessage(pipe, SpMessage.of(new byte[0]))).isTrue();
        assertThat(core.counters().read(0).dropped(DropReason.MALFORMED)).isEqualTo(2);
        pattern.close(new SpException(SpError.CLOSED, "end of test"));
    }

    @Test
    void shouldTakeARefusedMessageWhenItIsOfferedAgain() {
        for (boolean raw : new boolean[] {false, true}) {
            Pair1Pattern pattern = new Pair1Pattern(core, new OnePeer(core), raw);
            assertThat(pattern.onMessage(pipe, SpMessage.of(new byte[] {0, 0, 0, 1, 'a'})))
                    .isTrue();
            SpMessage refused = SpMessage.of(new byte[] {0, 0, 0, 5, 'b'});
            assertThat(pattern.onMessage(pipe, refused)).isFalse();
            assertThat(pattern.onMessage(pipe, refused)).isFalse();
            pattern.receiver().receive(Meeting.LIMIT).release();
            assertThat(pattern.onMessage(pipe, refused)).isTrue();
            try (SpMessage message = pattern.receiver().receive(Meeting.LIMIT)) {
                assertThat(message.text()).isEqualTo("b");
                assertThat(message.pipe()).isEqualTo(7);
                assertThat(message.headerSize()).isEqualTo(raw ? 1 : 0);
                if (raw) {
                    assertThat(message.headerWord(0)).isEqualTo(6);
                }
            }
            pattern.close(new SpException(SpError.CLOSED, "end of test"));
        }
    }
}
