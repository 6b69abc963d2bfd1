// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.codec.Samples.Order;
import io.troupe.remoting.codec.Samples.Square;
import io.troupe.remoting.value.WireException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BinaryCodecTest extends CodecContract {
    private static final HexFormat HEX = HexFormat.of();

    @Override
    protected Codec codec() {
        return new BinaryCodec();
    }

    private Frame put() {
        theirs.alias(Square.class, "Square");
        return new Frame.Tell(
                TargetId.name("box"), "put(Square)", payload(List.of(Square.class, int.class), new Square(7), -1));
    }

    @Test
    void shouldWriteTheseBytes() {
        Frame frame = put();

        String first = HEX.formatHex(bytes(frame));
        String second = HEX.formatHex(bytes(frame));

        assertThat(first)
                .isEqualTo(
                        "0000002e" // 46 bytes follow
                                + "02" + "02" // TELL, definitions follow
                                + "24" // 36 bytes of them
                                + "0003" + ascii("box") // text 1
                                + "000b" + ascii("put(Square)") // text 2
                                + "0006" + ascii("Square") // text 3
                                + "0004" + ascii("side") // text 4
                                + "01030104" // layout 1: a Square with a side
                                + "0001" // to: no number, but text 1
                                + "02" // method: text 2
                                + "02" // two values:
                                + "a007" // a record of layout 1, the number 7
                                + "ff"); // the number -1
        assertThat(second).isEqualTo("00000009" + "02" + "00" + "0001" + "02" + "02" + "a007" + "ff");
    }

    private static String ascii(String text) {
        return HEX.formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldLearnNamesFromFramesWhoseValuesAreBrokenOrNeverRead() {
        byte[] broken = bytes(put());
        broken[broken.length - 3] = (byte) 0xDF; // no such tag

        Frame frame = decode(broken);

        assertThatThrownBy(() -> read(frame, Square.class, int.class)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> incoming(frame).toJson()).isInstanceOf(WireException.class);
        assertInStep();
        assertThat(read(pass(frame(Square.class, new Square(8))), Square.class)).containsExactly(new Square(8));
    }

    @Test
    void shouldLearnNamesFromFramesThatItDoesNotKnow() {
        byte[] unknown = bytes(put());
        unknown[4] = 99;

        assertThat(decode(unknown)).isEqualTo(new Frame.Unknown("99"));
        assertThat(read(pass(frame(Square.class, new Square(8))), Square.class)).containsExactly(new Square(8));
    }

    @Test
    void shouldLearnNamesFromFramesWhoseFieldsAreBroken() {
        theirs.register(Square.class);
        Frame call =
                new Frame.Call(77, TargetId.id(3), "area(Square)", 0, payload(List.of(Square.class), new Square(1)));
        byte[] broken = bytes(call);
        int method = broken.length - 5;
        assertThat(broken[method]).isEqualTo((byte) 1);
        broken[method] = 100; // no such name

        assertThatThrownBy(() -> decode(broken))
                .isInstanceOfSatisfying(
                        BrokenFrameException.class, e -> assertThat(e.stream()).isEqualTo(77))
                .hasMessageContaining("a name must be defined: number=100");
        assertThat(read(pass(call), Square.class)).containsExactly(new Square(1));
    }

    @Test
    void shouldEndTheLinkWhenDefinitionsAreBroken() {
        byte[] broken = bytes(put());
        broken[7] = 9; // no such kind of definition

        assertThatThrownBy(() -> decode(broken)).isInstanceOf(WireException.class);
        assertThatThrownBy(() -> decoder().frameLength(new byte[20], 0, 20))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("broken definitions");
    }

    @Test
    void shouldIgnoreWhatANewerVersionAppends() {
        Output out = new Output(16);
        encoder().encode(new Frame.Limit(5, 6), out);
        out.raw(new byte[] {1, 2, 3}, 0, 3);
        out.i32At(0, out.size() - 4);
        assertThat(decode(out.copy())).isEqualTo(new Frame.Limit(5, 6));

        out.truncate(0);
        encoder().encode(frame(String.class, "x"), out);
        out.raw(new byte[] {1, 2, 3}, 0, 3);
        out.i32At(0, out.size() - 4);
        assertThat(read(decode(out.copy()), String.class)).containsExactly("x");
    }

    @Test
    void shouldRefuseReservedFlags() {
        byte[] bytes = bytes(new Frame.Ping(1));
        bytes[5] = 4;

        assertThatThrownBy(() -> decode(bytes))
                .isInstanceOf(BrokenFrameException.class)
                .hasMessageContaining("flags=4");
    }

    @Test
    void shouldDropHeadersThatMakeNoSenseAndKeepTheCall() {
        byte[] good = bytes(new Frame.Headed(Map.of("ab", "c"), false, new Frame.Open(5, "x")));
        assertThat(good[5]).isEqualTo((byte) 4);
        assertThat(good[6]).isEqualTo((byte) 5); // bytes of the section
        for (byte length : new byte[] {5, 127, -1}) {
            byte[] bytes = good.clone();
            bytes[7] = length; // of the first name: more than there is
            assertThat(decode(bytes)).isEqualTo(new Frame.Headed(Map.of(), true, new Frame.Open(5, "x")));
        }
    }

    @Test
    void shouldRefuseALengthBeforeItsBytesAreThere() {
        assertThatThrownBy(() -> decoder().frameLength(new byte[] {0x7F, -1, -1, -1}, 0, 4))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("declared=2147483651");
        assertThatThrownBy(() -> decoder().frameLength(new byte[] {-1, -1, -1, -1}, 0, 4))
                .isInstanceOf(WireException.class);
        assertThatThrownBy(() -> decoder().frameLength(new byte[4], 0, 4)).isInstanceOf(WireException.class);
    }

    @Test
    void shouldGoOnWhenTheNamesAreUsedUp() {
        List<String> longNames =
                IntStream.range(0, 1100).mapToObj(i -> i + "x".repeat(1000)).toList();
        for (String name : longNames) {
            assertThat(pass(new Frame.Tell(TargetId.id(1), name, payload(List.of()))))
                    .extracting(frame -> ((Frame.Tell) frame).method())
                    .isEqualTo(name);
        }
        assertThat(bytes(new Frame.Tell(TargetId.id(1), longNames.get(0), payload(List.of()))).length)
                .isLessThan(20);
        assertThat(bytes(new Frame.Tell(TargetId.id(1), longNames.get(1099), payload(List.of()))).length)
                .isGreaterThan(1000);
        assertInStep();
        assertInStep();
        List<Object> any = List.of(Map.of("x", 5L));
        assertThat(trip(new Samples.TypeOf<List<Object>>() {}.type(), any)).isEqualTo(any);
    }

    @Test
    void shouldRefuseMoreNamesThanAgreedOn() {
        Output out = new Output(16);
        for (int i = 0; i < 65; i++) {
            out.truncate(0);
            out.i32(0);
            out.u8(15);
            out.u8(2);
            Output definitions = new Output(16);
            for (int name = 0; name < 1024; name++) {
                definitions.u8(0);
                definitions.varint(0);
            }
            out.varint(definitions.size());
            out.raw(definitions.array(), 0, definitions.size());
            out.varint(i);
            out.i32At(0, out.size() - 4);
            if (i < 64) {
                assertThat(decode(out.copy())).isEqualTo(new Frame.Ping(i));
            }
        }
        assertThatThrownBy(() -> decode(out.copy()))
                .isInstanceOf(WireException.class)
                .hasMessageContaining("65536");
    }

    @Test
    void shouldShortenJsonThatGrowsBeyondAllBounds() {
        String name = "n".repeat(1000);
        List<String> fields = List.of(name);
        Frame frame = pass(frame(out -> {
            out.beginList(100_000);
            for (int i = 0; i < 100_000; i++) {
                out.beginRecord("r", fields, false);
                out.field(0);
                out.integer(1);
                out.endRecord();
            }
            out.endList();
        }));

        assertThat(incoming(frame).toJson().length()).isBetween(1 << 18, (1 << 18) + 2100);
        assertThat(incoming(frame).toJson()).endsWith("\"…\"}]]");
    }

    @Test
    void shouldNotReadAPayloadAfterTheNextFrame() {
        Frame frame = pass(frame(String.class, "x"));
        pass(new Frame.Ping(1));

        assertThatThrownBy(() -> read(frame, String.class)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseHalfSurrogatePairs() {
        assertThatThrownBy(() -> trip(String.class, "a\uD800b"))
                .isInstanceOf(WireException.class)
                .hasMessage("a text must not have half a surrogate pair: index=1, length=3");
        assertThatThrownBy(() -> trip(Order.class, new Order(1, 1, 1, "x".repeat(100) + "\uDC00", null, null, null)))
                .isInstanceOf(WireException.class)
                .hasMessage("a text must not have half a surrogate pair: index=100, length=101, in=Order.customer");
        String whole = "x".repeat(100) + "\uD83D\uDE00";
        assertThat(trip(String.class, whole)).isEqualTo(whole);
    }
}
