// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ValuesTest {
    static Stream<Pair> both() {
        return Pair.both();
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryScalars(Pair pair) {
        List<Object> values = List.of(
                true,
                false,
                0L,
                -1L,
                Long.MAX_VALUE,
                Long.MIN_VALUE,
                1.5,
                -0.0,
                Double.MIN_VALUE,
                Double.MAX_VALUE,
                "",
                "plain",
                "\u0000\n\"\\u20ac\ud83d\ude00");
        for (Object value : values) {
            assertThat(pair.carryValue(value)).isEqualTo(value);
        }
        assertThat(pair.carryValue(null)).isNull();
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryNumbersThatAreNotFinite(Pair pair) {
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY}) {
            assertThat(pair.carryValue(Scalar.REAL, value)).isEqualTo(Double.valueOf(value));
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldReadWholeNumbersAsReals(Pair pair) {
        assertThat(Pair.read(pair.carry(Pair.item(5L)), Scalar.REAL)).isEqualTo(5.0);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseRealsAsWholeNumbers(Pair pair) {
        Frame frame = pair.carry(Pair.item(5.0));

        assertThatThrownBy(() -> Pair.read(frame, Scalar.INTEGER))
                .isInstanceOf(WireException.class)
                .hasMessage("the value must be a whole number: found=VALUE_NUMBER_FLOAT");
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryBytes(Pair pair) {
        for (int length : new int[] {0, 1, 2, 3, 1000, 300_000}) {
            byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++) {
                bytes[i] = (byte) i;
            }
            assertThat(pair.carryValue(Scalar.BYTES, bytes)).isEqualTo(bytes);
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryNestedValues(Pair pair) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("list", new ArrayList<>(Arrays.asList(1L, null, List.of(), Map.of())));
        map.put("", "empty key");
        map.put("record", new Anything.Fields("Point", Map.of("x", 1L)));
        map.put("no fields", new Anything.Fields("Unit", Map.of()));
        map.put("typed", new Anything.Typed("long", 5L));
        map.put("twice", new Anything.Typed("list", List.of(new Anything.Typed("null", null))));

        assertThat(pair.carryValue(map)).isEqualTo(map);
        assertThat(pair.carryValue(List.of(map, map, 7L))).isEqualTo(List.of(map, map, 7L));
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryHandles(Pair pair) {
        for (HandleKind kind : HandleKind.values()) {
            Handle handle = new Handle(kind, 12);
            List<Object> around = List.of(handle, "after", Map.of("in", handle));
            assertThat(pair.carryValue(around)).isEqualTo(around);
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldNotMistakeKeysOfUsersForItsOwn(Pair pair) {
        for (String key : List.of("@", "@@", "@type", "@@type", "@value", "@ref", "@home", "@promise", "@callback")) {
            Map<String, Object> map = new LinkedHashMap<>();
            map.put(key, 1L);
            map.put("@value", 2L);
            assertThat(pair.carryValue(map)).isEqualTo(map);
            Anything.Fields fields = new Anything.Fields("R", map);
            assertThat(pair.carryValue(fields)).isEqualTo(fields);
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryRecordsWithAndWithoutTheirType(Pair pair) {
        for (boolean named : new boolean[] {true, false}) {
            assertThat(pair.carryValue(Point.serializer(named), new Point(3, -4)))
                    .isEqualTo(new Point(3, -4));
        }
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldGiveTheSameNameObjectEachTime(Pair pair) {
        List<String> names = new ArrayList<>();
        TypeSerializer<Long> collector = new Scalar<>((out, value) -> {}, in -> collectNames(in, names), 0L);
        for (int i = 0; i < 3; i++) {
            pair.carry(Pair.item(Map.of("component", 1L)));
            Pair.read(pair.carry(Pair.item(Map.of("component", 1L))), collector);
        }
        assertThat(names).hasSize(3).allSatisfy(name -> assertThat(name).isSameAs("component"));
    }

    private static Long collectNames(ValueReader in, List<String> names) {
        in.beginRecord();
        for (String name = in.nextField(); name != null; name = in.nextField()) {
            names.add(name);
            in.skip();
        }
        return 0L;
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldSkipValuesOfAnyKindWhetherPeekedAtOrNot(Pair pair) {
        List<Object> odd = List.of(
                1L,
                "text",
                1.5,
                true,
                List.of(1L),
                Map.of("k", List.of()),
                new Handle(HandleKind.HOME, 3),
                new Anything.Typed("t", Map.of("k", 1L)),
                new Anything.Fields("R", Map.of("x", Map.of())));
        for (boolean peeking : new boolean[] {true, false}) {
            TypeSerializer<Long> skipper = new Scalar<>((out, value) -> {}, in -> skipAllButTheLast(in, peeking), 0L);
            for (Object value : odd) {
                Frame frame = pair.carry(Pair.item(List.of(value, value, 42L)));
                assertThat(Pair.read(frame, skipper)).isEqualTo(42);
            }
        }
    }

    private static long skipAllButTheLast(ValueReader in, boolean peeking) {
        in.beginList();
        for (int i = 0; i < 2; i++) {
            assertThat(in.more()).isTrue();
            if (peeking) {
                in.peek();
                assertThat(in.more()).isTrue();
            }
            in.skip();
        }
        assertThat(in.more()).isTrue();
        long last = in.integer();
        assertThat(in.more()).isFalse();
        return last;
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldCarryTheDeepestNestingAndRefuseMore(Pair pair) {
        Object deepest = nested(64);
        assertThat(pair.carryValue(deepest)).isEqualTo(deepest);

        Output out = new Output(0);
        out.u8(1);
        assertThatThrownBy(() -> pair.encoder.encode(Pair.item(nested(65)), out))
                .isInstanceOf(WireException.class)
                .hasMessage("nesting must be at most 64 deep, is there a cycle?: depth=65");
        assertThat(out.size()).isEqualTo(1);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseToReadDeeperThanItsOwnLimit(Pair pair) {
        Pair shallow = Pair.of(
                pair.toString().equals("json") ? new JsonCodec() : new CborCodec(), new FrameLimits(1 << 20, 8));
        Frame justTooDeep = shallow.decode(pair.encode(Pair.item(nested(9))));

        assertThatThrownBy(() -> Pair.read(justTooDeep, Pair.ANYTHING))
                .isInstanceOf(WireException.class)
                .hasMessage("nesting must be at most 8 deep, is there a cycle?: depth=9");
    }

    private static Object nested(int levels) {
        Object value = 1L;
        for (int i = 0; i < levels; i++) {
            value = i % 3 == 0 ? List.of(value) : i % 3 == 1 ? Map.of("k", value) : new Anything.Typed("t", value);
        }
        return value;
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseFramesThatBecomeTooLargeAndBeUsableAfterwards(Pair any) {
        Pair pair =
                Pair.of(any.toString().equals("json") ? new JsonCodec() : new CborCodec(), new FrameLimits(20_000, 64));
        Output out = new Output(0);
        pair.encoder.encode(new Frame.Ping(1), out);
        byte[] before = out.copy();

        for (int size : new int[] {19_999, 30_000, 500_000}) {
            assertThatThrownBy(() -> pair.encoder.encode(Pair.item("x".repeat(size)), out))
                    .isInstanceOf(WireException.class)
                    .hasMessageStartingWith("a frame must be at most 20000 bytes long: length=");
            assertThat(out.copy()).isEqualTo(before);
        }
        assertThat(pair.exchange.marks).isEqualTo(4);
        assertThat(pair.exchange.rollbacks).isEqualTo(3);
        pair.encoder.encode(new Frame.Ping(1), out);
        assertThat(out.size()).isEqualTo(2 * before.length);
        assertThat(pair.carry(Pair.item("x".repeat(19_900)))).isInstanceOf(Frame.Item.class);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldTakeEverythingBackIfAValueFails(Pair pair) {
        Output out = new Output(0);
        TypeSerializer<Object> failing = new Scalar<>(ValuesTest::failInTheMiddle, in -> 0L, 0L);
        Frame frame = new Frame.Tell(TargetId.id(1), "m", Pair.value(failing, 1L));

        assertThatThrownBy(() -> pair.encoder.encode(frame, out))
                .isInstanceOf(WireException.class)
                .hasMessage("a frame must hold only what can be encoded: problem=broken accessor")
                .hasCauseInstanceOf(IllegalStateException.class);

        assertThat(out.size()).isZero();
        assertThat(pair.exchange.marks).isEqualTo(1);
        assertThat(pair.exchange.rollbacks).isEqualTo(1);
        assertThat(pair.carry(new Frame.Ping(3))).isEqualTo(new Frame.Ping(3));
    }

    private static void failInTheMiddle(ValueWriter out, Object value) {
        out.beginList(2);
        out.text("x".repeat(20_000));
        throw new IllegalStateException("broken accessor");
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseKeysThatAreTooLong(Pair pair) {
        assertThatThrownBy(() -> pair.encode(Pair.item(Map.of("k".repeat(1025), 1L))))
                .isInstanceOf(WireException.class)
                .hasMessage("a key must be at most 1024 characters long: length=1025");
        Object longest = Map.of("\u20ac".repeat(1024), 1L);
        assertThat(pair.carryValue(longest)).isEqualTo(longest);
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldRefuseHalfACharacter(Pair pair) {
        assertThatThrownBy(() -> pair.encode(Pair.item("a\ud83d")))
                .isInstanceOf(WireException.class)
                .hasMessage("a text must not have half a surrogate pair: index=1, length=2");
        assertThatThrownBy(() -> pair.encode(Pair.item(Map.of("\ude00\ud83d\ude00", 1L))))
                .isInstanceOf(WireException.class)
                .hasMessage("a text must not have half a surrogate pair: index=0, length=3");
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldSendFailuresWhateverTheirTextIs(Pair pair) {
        Failure odd = new Failure(Failure.Code.FAILED, "E", "half \ud83d");

        assertThat(pair.carry(new Frame.Fail(3, odd)))
                .isEqualTo(new Frame.Fail(3, new Failure(Failure.Code.FAILED, "E", "half ?")));
    }

    @ParameterizedTest
    @MethodSource("both")
    void shouldShowPayloadsAsJson(Pair pair) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("@x", new byte[] {1, 2, 3});
        map.put("d", Double.NaN);
        Frame frame = pair.carry(new Frame.Tell(
                TargetId.id(1), "m", Pair.values(1L, "a\"b", map, new Handle(HandleKind.REFERENCE, 4), true)));

        assertThat(Pair.payload(frame).toJson())
                .isEqualTo("[1,\"a\\\"b\",{\"@@x\":\"AQID\",\"d\":\"NaN\"},{\"@ref\":4},true]");
        assertThat(Pair.payload(pair.carry(Pair.item(1.5))).toJson()).isEqualTo("[1.5]");
        assertThat(Pair.payload(frame).size()).isPositive();
    }
}
