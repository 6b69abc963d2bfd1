// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.ValueKind;
import io.troupe.remoting.value.WireException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** JSON as people type it. Single quotes stand for double ones. */
class TypedByHandTest {
    private final Pair json = Pair.json();

    private Frame decode(String line) {
        return json.decode(line.replace('\'', '"'));
    }

    private Object value(String text) {
        return Pair.read(decode("{'t':'item','s':9,'v':" + text + "}\n"), Pair.ANYTHING);
    }

    @Test
    void shouldReadKeysInAnyOrderAndSpacesAnywhere() {
        Frame.Call call = (Frame.Call)
                decode(
                        " \t{ 'a' : [ 1 , [ 2 ] ] , 'm':'add' ,'ignored':{'a':[3],'s':4},'ns':5, 'to' : 3, 's':7 ,'t' : 'call' } \r\n");

        assertThat(call.stream()).isEqualTo(7);
        assertThat(call.to()).isEqualTo(TargetId.id(3));
        assertThat(call.method()).isEqualTo("add");
        assertThat(call.nanos()).isEqualTo(5);
        assertThat(Pair.payload(call).read(List.of(Scalar.INTEGER, Pair.ANYTHING)))
                .containsExactly(1L, List.of(2L));
        assertThat(Pair.payload(call).toJson()).isEqualTo("[ 1 , [ 2 ] ]");
    }

    @Test
    void shouldFindTheValueWhateverItsKindAndPlace() {
        for (String text : List.of("-1.5e3", "17", "'a } text'", "true", "null", "{ 'k' : {} }", "[ [ ] ]", "''")) {
            String plain = text.replace('\'', '"');
            for (String line : List.of(
                    "{'t':'item','s':9,'v':" + text + "}",
                    "{'t':'item','s':9,'v':  " + text + " \t }",
                    "{'v':" + text + ",'t':'item','s':9}",
                    "{'v' :\r" + text + " , 't':'item','s':9}\n")) {
                assertThat(Pair.payload(decode(line)).toJson()).as(line).isEqualTo("[" + plain + "]");
            }
        }
        assertThat(value("'\u20ac'")).isEqualTo("\u20ac");
    }

    @Test
    void shouldDoWithoutKeysThatCanBeLeftOut() {
        assertThat(decode("{'t':'hello'}")).isEqualTo(new Frame.Hello(Map.of()));
        assertThat(decode("{'t':'ping'}")).isEqualTo(new Frame.Ping(0));
        assertThat(decode("{'t':'goodbye'}")).isEqualTo(new Frame.Goodbye(""));
        assertThat(decode("{'t':'fail','s':3}")).isEqualTo(new Frame.Fail(3, new Failure(Failure.Code.FAILED, "", "")));
        assertThat(decode("{'t':'fail','s':3,'e':{'text':'no'}}"))
                .isEqualTo(new Frame.Fail(3, new Failure(Failure.Code.FAILED, "", "no")));
        assertThat(decode("{'t':'end','s':3,'e':null}")).isEqualTo(new Frame.End(3, null));
        Frame tell = decode("{'t':'tell','to':'x','m':'m'}");
        assertThat(Pair.payload(tell).read(List.of(Scalar.INTEGER, Scalar.TEXT)))
                .containsExactly(0L, null);
        assertThat(Pair.payload(tell).toJson()).isEqualTo("[]");
        assertThat(Pair.read(decode("{'t':'reply','s':3}"), Scalar.TEXT)).isNull();
    }

    @Test
    void shouldTakeNumbersInPropertiesAsTexts() {
        assertThat(decode("{'t':'hello','props':{'max':5,'on':true,'no':null,'list':[1],'x':'y'}}"))
                .isEqualTo(new Frame.Hello(Map.of("max", "5", "on", "true", "x", "y")));
    }

    @Test
    void shouldReportTypesAndCodesOfNewerVersions() {
        assertThat(decode("{'t':'dance','s':'odd','a':5,'to':[]}")).isEqualTo(new Frame.Unknown("dance"));
        assertThat(decode("{'t':'unknown'}")).isEqualTo(new Frame.Unknown("unknown"));
        assertThat(decode("{'t':'fail','s':3,'e':{'code':'bored','new':{}}}"))
                .isEqualTo(new Frame.Fail(3, new Failure(Failure.Code.UNKNOWN, "", "")));
    }

    @Test
    void shouldReadRecordsWithAndWithoutTheTypeInAnyPlace() {
        TypeSerializer<Point> point = Point.serializer(false);
        for (String text : List.of(
                "{'x':1,'y':2}",
                "{'y':2,'x':1}",
                "{'@type':'Point','x':1,'y':2}",
                "{'x':1,'@type':'Point','y':2}",
                "{'x':1,'z':{'x':5},'y':2,'@new':[{'x':3}]}")) {
            assertThat(Pair.read(decode("{'t':'item','s':9,'v':" + text + "}"), point))
                    .as(text)
                    .isEqualTo(new Point(1, 2));
        }
    }

    @Test
    void shouldTellKindsOfObjectsByTheirFirstKeys() {
        assertThat(kind("{}")).isEqualTo(ValueKind.MAP);
        assertThat(kind("{'x':1,'@type':'T'}")).isEqualTo(ValueKind.MAP);
        assertThat(kind("{'@@type':1}")).isEqualTo(ValueKind.MAP);
        assertThat(kind("{'@type':'T'}")).isEqualTo(ValueKind.RECORD);
        assertThat(kind("{'@type':'T','x':1,'@value':2}")).isEqualTo(ValueKind.RECORD);
        assertThat(kind("{'@type':'T','@value':2}")).isEqualTo(ValueKind.TYPED);
        assertThat(kind("{'@ref':1}")).isEqualTo(ValueKind.HANDLE);
    }

    private ValueKind kind(String text) {
        TypeSerializer<ValueKind> peeking = new Scalar<>((out, value) -> {}, in -> in.peek(), null);
        return Pair.read(decode("{'t':'item','s':9,'v':" + text + "}"), peeking);
    }

    @Test
    void shouldPassOverWhatNewerVersionsAddToHandlesAndTypedValues() {
        assertThat(value("[{'@ref':3,'more':[{}]},1]")).isEqualTo(List.of(new Handle(HandleKind.REFERENCE, 3), 1L));
        assertThat(value("[{'@type':'T','@value':2,'more':{}},1]")).isEqualTo(List.of(new Anything.Typed("T", 2L), 1L));
    }

    @Test
    void shouldReadBase64WithAndWithoutPadding() {
        for (String text : List.of("AQI=", "AQI")) {
            Frame frame = decode("{'t':'item','s':9,'v':'" + text + "'}");
            assertThat(Pair.read(frame, Scalar.BYTES)).containsExactly(1, 2);
        }
    }

    @Test
    void shouldRefuseValuesOfAnotherKind() {
        refuse("'x'", Scalar.INTEGER, "the value must be a whole number: found=VALUE_STRING");
        refuse("9223372036854775808", Scalar.INTEGER, "a value must be readable: problem=");
        refuse("'x'", Scalar.REAL, "a text in place of a number must be NaN, Infinity or -Infinity: length=1");
        refuse("{}", Scalar.REAL, "the value must be a number: found=MAP");
        refuse("5", Scalar.TEXT, "the value must be a text: found=VALUE_NUMBER_INT");
        refuse("'?'", Scalar.BYTES, "a value must be readable: problem=");
        refuse("[]", Point.serializer(false), "the value must be a record: found=LIST");
        refuse("{'@ref':1}", Point.serializer(false), "the value must be a record: found=HANDLE");
        refuse("{'@type':'T','@value':1}", Point.serializer(false), "the value must be a record: found=TYPED");
        refuse("{'@ref':'1'}", Pair.ANYTHING, "the value must be a whole number: found=VALUE_STRING");
        refuse("{'@type':5}", Pair.ANYTHING, "the value must be a text: found=VALUE_NUMBER_INT");
    }

    private void refuse(String text, TypeSerializer<?> serializer, String message) {
        Frame frame = decode("{'t':'item','s':9,'v':" + text + "}");
        assertThatThrownBy(() -> Pair.read(frame, serializer))
                .as(text)
                .isInstanceOf(WireException.class)
                .hasMessageStartingWith(message);
    }

    @Test
    void shouldTakeEmptyLinesAsPartOfTheNextFrame() {
        byte[] bytes = "\n\r\n  \n{\"t\":\"ping\"}\n\n".getBytes(StandardCharsets.UTF_8);
        int length = json.decoder.frameLength(bytes, 0, bytes.length);

        assertThat(length).isEqualTo(bytes.length - 1);
        assertThat(json.decoder.decode(bytes, 0, length)).isEqualTo(new Frame.Ping(0));
        assertThat(json.decoder.frameLength(bytes, length, bytes.length)).isEqualTo(-1);
    }

    @Test
    void shouldRefuseLinesThatAreTooLong() {
        Pair small = Pair.of(new JsonCodec(), new FrameLimits(1024, 64));
        byte[] line = (" ".repeat(1010) + "{\"t\":\"ping\"} \n").getBytes(StandardCharsets.UTF_8);
        assertThat(line).hasSize(1024);
        assertThat(small.decoder.frameLength(line, 0, 1023)).isEqualTo(-1);
        assertThat(small.decoder.frameLength(line, 0, 1024)).isEqualTo(1024);
        assertThat(small.decode(line)).isEqualTo(new Frame.Ping(0));

        byte[] longer = (" " + new String(line, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        assertThat(small.decoder.frameLength(longer, 0, 1023)).isEqualTo(-1);
        for (int end : new int[] {1024, 1025}) {
            assertThatThrownBy(() -> small.decoder.frameLength(longer, 0, end))
                    .isInstanceOf(WireException.class)
                    .hasMessage("a frame must be at most 1024 bytes long: length=" + end);
        }
    }

    @Test
    void shouldAcceptTheLineEndAlthoughItWasNotInTheFirstPieces() {
        byte[] bytes = "x{\"t\":\"ping\"}\n{\"t\":\"pong\"}\n".getBytes(StandardCharsets.UTF_8);
        assertThat(json.decoder.frameLength(bytes, 1, 5)).isEqualTo(-1);
        assertThat(json.decoder.frameLength(bytes, 1, 9)).isEqualTo(-1);
        assertThat(json.decoder.frameLength(bytes, 1, bytes.length)).isEqualTo(13);
        assertThat(json.decoder.frameLength(bytes, 14, bytes.length)).isEqualTo(13);
    }

    @Test
    void shouldSayHowLongANumberMayBeInWordsOfItsOwn() {
        assertThatThrownBy(() -> decode("{'t':'ping','n':" + "9".repeat(2000) + "}"))
                .isInstanceOf(BrokenFrameException.class)
                .hasMessage(
                        "a frame must make sense: problem=Number value length (2000) exceeds the maximum allowed (1000)");
        assertThatThrownBy(() -> decode("{'t':'ping','n':" + "9".repeat(40) + "}"))
                .hasMessageContaining("a key must have a whole number of at most 64 bits: key=n");
        assertThatThrownBy(() -> Pair.read(decode("{'t':'item','s':9,'v':" + "9".repeat(40) + "}"), Scalar.INTEGER))
                .isInstanceOf(WireException.class);
    }
}
