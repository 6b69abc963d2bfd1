// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.value.WireException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Lines that make no sense. Single quotes stand for double ones. */
class BrokenFrameTest {
    private final Pair json = Pair.json();
    private final Pair cbor = Pair.cbor();

    private void broken(long stream, String rule, String line) {
        BrokenFrameException broken =
                catchThrowableOfType(BrokenFrameException.class, () -> json.decode(line.replace('\'', '"')));
        assertThat(broken).as(line).isNotNull().hasMessageContaining(rule);
        assertThat(broken.getMessage()).doesNotContain("\n");
        assertThat(broken.stream()).as(line).isEqualTo(stream);
        assertThat(json.decode("{\"t\":\"ping\"}")).isEqualTo(new Frame.Ping(0));
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        broken(0, "Unrecognized token 'GET'", "GET / HTTP/1.1\r\n");
        broken(0, "a frame must be an object: found=null", "");
        broken(0, "a frame must be an object: found=null", " \n");
        broken(0, "Unexpected character", "{t:'ping'}\n");
    }

    @Test
    void shouldRefuseWhatIsNoObject() {
        broken(0, "a frame must be an object: found=START_ARRAY", "['ping']");
        broken(0, "a frame must be an object: found=VALUE_NUMBER_INT", "5");
        broken(0, "a frame must be an object: found=VALUE_STRING", "'ping'");
    }

    @Test
    void shouldRefuseTwoFramesOnOneLine() {
        broken(0, "one object and nothing else", "{'t':'ping'}{'t':'ping'}\n");
        broken(3, "nrecognized token", "{'t':'cancel','s':3} x\n");
    }

    @Test
    void shouldNameTheStreamOfAHalfFrame() {
        broken(7, "end-of-input", "{'t':'call','s':7,'to':'x','a':[1,2");
        broken(0, "end-of-input", "{'t':'call','s");
    }

    @Test
    void shouldRefuseFramesWithoutAType() {
        broken(3, "missing=t", "{'s':3}");
        broken(3, "missing=t", "{'t':5,'s':3}");
    }

    @Test
    void shouldRefuseFramesWithoutARequiredKey() {
        broken(7, "type=call, missing=to", "{'t':'call','s':7,'m':'x'}");
        broken(7, "type=call, missing=m", "{'t':'call','s':7,'to':'x'}");
        broken(0, "type=call, key=s, number=none", "{'t':'call','to':'x','m':'x'}");
        broken(7, "type=request, key=n, number=none", "{'t':'request','s':7}");
        broken(0, "type=named, missing=name", "{'t':'named','id':7}");
    }

    @Test
    void shouldNameTheStreamThatComesAfterABrokenKey() {
        broken(7, "key=m, found=VALUE_NUMBER_INT", "{'t':'call','m':5,'to':'x','s':7}");
        broken(7, "key=a, found=START_OBJECT", "{'a':{'x':[1]},'t':'call','m':'m','to':'x','s':7}");
        broken(7, "key=to, found=START_ARRAY", "{'to':[[]],'t':'call','m':'m','s':7}");
        broken(7, "key=e, found=VALUE_STRING", "{'e':'bad','t':'fail','s':7}");
        broken(0, "key=props, found=VALUE_STRING", "{'t':'hello','props':'x'}");
    }

    @Test
    void shouldRefuseNumbersOutOfRange() {
        broken(0, "a frame must have a number from 1: type=cancel, key=s, number=0", "{'t':'cancel','s':0}");
        broken(0, "key=s, number=-4", "{'t':'cancel','s':-4}");
        broken(0, "key=s, found=VALUE_NUMBER_INT", "{'t':'cancel','s':9223372036854775808}");
        broken(0, "key=s, found=VALUE_NUMBER_FLOAT", "{'t':'cancel','s':1.0}");
        broken(0, "key=s, found=VALUE_STRING", "{'t':'cancel','s':'1'}");
        broken(7, "key=ns, number=-1", "{'t':'limit','s':7,'ns':-1}");
        broken(7, "key=to", "{'t':'watch','s':7,'to':0}");
        broken(0, "missing=rate", "{'t':'nak','scope':'link','level':1,'q':1,'cap':1,'rate':-1}");
        broken(0, "missing=rate", "{'t':'nak','scope':'link','level':1,'q':1,'cap':1,'rate':1e999}");
        broken(0, "Number value length (1001)", "{'t':'ping','token':" + "1".repeat(1001) + "}");
    }

    @Test
    void shouldRefuseScopesThatDoNotExist() {
        broken(0, "scope=moon", "{'t':'nak','scope':'moon','level':1,'q':1,'cap':1,'rate':1}");
    }

    @Test
    void shouldRefuseNestingThatIsTooDeep() {
        broken(7, "nesting depth", "{'t':'item','s':7,'v':" + "[".repeat(500) + "]".repeat(500) + "}");
        broken(7, "nesting depth", "{'t':'item','s':7,'new':" + "{'x':".repeat(500) + "1" + "}".repeat(501));
    }

    @Test
    void shouldRefuseKeysThatAreTooLong() {
        broken(7, "ame", "{'t':'item','s':7,'v':{'" + "x".repeat(20_000) + "':1}}");
    }

    @Test
    void shouldRefuseWhatIsNoUtf8() {
        byte[] bytes = "{\"t\":\"goodbye\",\"s\":5,\"reason\":\"xx\"}".getBytes(StandardCharsets.UTF_8);
        bytes[bytes.length - 3] = (byte) 0xFF;
        BrokenFrameException broken = catchThrowableOfType(BrokenFrameException.class, () -> json.decode(bytes));
        assertThat(broken.stream()).isEqualTo(5);
        byte[] wide = "{\"t\":\"ping\"}".getBytes(StandardCharsets.UTF_16LE);
        assertThatThrownBy(() -> json.decode(wide)).isInstanceOf(BrokenFrameException.class);
    }

    @Test
    void shouldRefuseLengthsBeyondTheLimit() {
        Pair small = Pair.of(new CborCodec(), new FrameLimits(1024, 64));
        Output out = new Output(0);
        out.i32(1020);
        assertThat(small.decoder.frameLength(out.array(), 0, 4)).isEqualTo(-1);
        for (int length : new int[] {1021, Integer.MAX_VALUE, -1, Integer.MIN_VALUE}) {
            out.i32At(0, length);
            assertThatThrownBy(() -> small.decoder.frameLength(out.array(), 0, 4))
                    .isInstanceOf(WireException.class)
                    .hasMessage("a frame must be at most 1024 bytes long: length=" + (4 + (length & 0xFFFFFFFFL)));
        }
    }

    @Test
    void shouldRefuseCborFramesThatAreEmptyOrGoOn() {
        assertThatThrownBy(() -> cbor.decode(new byte[0])).isInstanceOf(BrokenFrameException.class);
        assertThatThrownBy(() -> cbor.decode(new byte[4])).isInstanceOf(BrokenFrameException.class);
        byte[] bytes = cbor.encode(new Frame.Cancel(5));
        for (int end = 0; end < bytes.length; end++) {
            byte[] part = Arrays.copyOf(bytes, end);
            assertThatThrownBy(() -> cbor.decode(part)).isInstanceOf(BrokenFrameException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        BrokenFrameException broken = catchThrowableOfType(BrokenFrameException.class, () -> cbor.decode(longer));
        assertThat(broken.stream()).isEqualTo(5);
    }

    @Test
    void shouldNotAllocateWhatCborOnlyDeclares() {
        byte[] head = {0, 0, 0, 0, (byte) 0xBF, 0x61, 's', 7, 0x61, 'v'};
        for (int kind : new int[] {0x5A, 0x7A, 0x9A, 0xBA}) { // bytes, text, list, map of 2^31 - 1
            byte[] bytes = Arrays.copyOf(head, head.length + 5);
            bytes[head.length] = (byte) kind;
            bytes[head.length + 1] = 0x7F;
            bytes[head.length + 2] = bytes[head.length + 3] = bytes[head.length + 4] = (byte) 0xFF;
            BrokenFrameException broken = catchThrowableOfType(BrokenFrameException.class, () -> cbor.decode(bytes));
            assertThat(broken.stream()).isEqualTo(7);
        }
    }

    @Test
    void shouldNotBlowUpTextsThatCborRefersToAgainAndAgain() {
        Output out = new Output(0);
        byte[] head = {0, 0, 0, 0, (byte) 0xBF, 0x61, 't', 0x64, 'i', 't', 'e', 'm', 0x61, 's', 7, 0x61, 'v'};
        out.raw(head, 0, head.length);
        byte[] list = {(byte) 0xD9, 1, 0, (byte) 0x9F, 0x79, 0x7F, (byte) 0xFF}; // tag 256, list, text of 32767 bytes
        out.raw(list, 0, list.length);
        out.raw("x".repeat(32767).getBytes(StandardCharsets.UTF_8), 0, 32767);
        for (int i = 0; i < 10_000; i++) {
            out.raw(new byte[] {(byte) 0xD8, 25, 0}, 0, 3); // tag 25, number 0
        }
        out.raw(new byte[] {(byte) 0xFF, (byte) 0xFF}, 0, 2);

        Frame frame = cbor.decode(out.copy());

        assertThatThrownBy(() -> Pair.payload(frame).toJson())
                .isInstanceOf(WireException.class)
                .hasMessageContaining("bytes long");
    }
}
