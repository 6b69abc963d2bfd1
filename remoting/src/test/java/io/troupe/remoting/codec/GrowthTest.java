// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import io.troupe.remoting.value.WireException;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What values take is bounded by the bytes of their frame. */
class GrowthTest {
    private static final FrameLimits LIMITS = new FrameLimits(1 << 22, 64);
    private static final int MANY = 400_000;

    public record Wide(
            long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l) {}

    public record Wides(List<Wide> all) {}

    /** Writes a record without a single component, as an older peer may. */
    private static final class Hollow extends TypeSerializer<Object> {
        @Override
        protected void write(Object value, ValueWriter out) {
            out.beginRecord("Wides", List.of("all"), false);
            out.field(0);
            out.beginList(MANY);
            for (int i = 0; i < MANY; i++) {
                out.beginRecord("Wide", List.of(), false);
                out.endRecord();
            }
            out.endList();
            out.endRecord();
        }

        @Override
        protected Object read(ValueReader in) {
            throw new UnsupportedOperationException();
        }
    }

    static Stream<Pair> all() {
        return Stream.of(
                Pair.of(new JsonCodec(), LIMITS), Pair.of(new CborCodec(), LIMITS), Pair.of(new BinaryCodec(), LIMITS));
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldRefuseWhatGrowsOutOfAllProportion(Pair pair) {
        TypeSerializer<?> serializer = new TypeSerializers().of(Wides.class);
        Frame small =
                new Frame.Tell(TargetId.id(1), "m", new Payload.Outgoing(List.of(new Hollow()), new Object[] {""}));
        Frame come = pair.carry(small);
        assertThatThrownBy(() -> Pair.read(come, serializer))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("must not take more memory");
    }

    @ParameterizedTest
    @MethodSource("all")
    void shouldTakeLargeValuesThatHoldWhatTheySay(Pair pair) {
        TypeSerializer<Wides> serializer = serializer();
        Wides full = new Wides(Collections.nCopies(20_000, new Wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)));
        assertThat(pair.carryValue(serializer, full)).isEqualTo(full);
    }

    @SuppressWarnings("unchecked")
    private static TypeSerializer<Wides> serializer() {
        return (TypeSerializer<Wides>) new TypeSerializers().of(Wides.class);
    }
}
