// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.link.FrameLimits;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Targets by key and typed refusals as bytes: what these bytes are is part of the wire format. */
class KeyedFramesTest {
    private static final Payload NOTHING = new Payload.Outgoing(List.of(), new Object[0]);
    private static final Failure REFUSAL =
            new Failure(Failure.Code.NOT_SERVED, "moved", "it has moved", Map.of("owner", "12"));

    private static byte[] encode(Codec codec, Frame frame) {
        Output out = new Output(64);
        codec.encoder(new RecordingHandles(), FrameLimits.defaults()).encode(frame, out);
        return Arrays.copyOf(out.array(), out.size());
    }

    private static String hex(Frame frame) {
        return HexFormat.of().formatHex(encode(Codec.binary(), frame));
    }

    private static String json(Frame frame) {
        return new String(encode(Codec.json(), frame), StandardCharsets.UTF_8).strip();
    }

    private static Frame decode(Codec codec, byte[] bytes) {
        return codec.decoder(new RecordingHandles(), FrameLimits.defaults()).decode(bytes, 0, bytes.length);
    }

    private static Frame decode(String line) {
        return decode(Codec.json(), line.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWriteKeysInJson() {
        assertThat(json(new Frame.Call(1, TargetId.keyed("account", "7"), "add()", 0, NOTHING)))
                .isEqualTo("{\"t\":\"call\",\"s\":1,\"to\":[\"account\",\"7\"],\"m\":\"add()\",\"a\":[]}");
        assertThat(json(new Frame.Call(1, TargetId.keyNumber(3), "add()", 0, NOTHING)))
                .isEqualTo("{\"t\":\"call\",\"s\":1,\"to\":[3],\"m\":\"add()\",\"a\":[]}");
        assertThat(json(new Frame.KeyNumber(3, "account", "7")))
                .isEqualTo("{\"t\":\"key\",\"id\":3,\"name\":\"account\",\"key\":\"7\"}");
        assertThat(json(new Frame.KeyNumber(3, "", ""))).isEqualTo("{\"t\":\"key\",\"id\":3}");
        assertThat(json(new Frame.Fail(1, REFUSAL)))
                .isEqualTo("{\"t\":\"fail\",\"s\":1,\"e\":{\"code\":\"not_served\",\"type\":\"moved\","
                        + "\"text\":\"it has moved\",\"props\":{\"owner\":\"12\"}}}");
    }

    @Test
    void shouldWriteKeysInBinary() {
        assertThat(hex(new Frame.KeyNumber(3, "acc", "7")))
                .isEqualTo("00000009" + "19" + "00" + "03" + "03616363" + "0137");
        assertThat(hex(new Frame.Call(1, TargetId.keyNumber(3), "m", 0, NOTHING)))
                .isEqualTo("0000000b" + "03" + "0a" + "03" + "00016d" + "01" + "03" + "01" + "00" + "00");
        assertThat(hex(new Frame.Call(1, TargetId.keyed("m", "7"), "m", 0, NOTHING)))
                .isEqualTo(
                        "0000000e" + "03" + "0a" + "03" + "00016d" + "01" + "00" + "01" + "0137" + "01" + "00" + "00");
        assertThat(hex(new Frame.Fail(1, new Failure(Failure.Code.NOT_SERVED, "m", "t", Map.of("a", "b")))))
                .isEqualTo("0000000d" + "05" + "00" + "01" + "0c" + "016d" + "0174" + "01" + "0161" + "0162");
    }

    @Test
    void shouldRefuseKeysWhereNoCallIs() {
        assertThatThrownBy(() -> decode("{'t':'tell','to':['account','7'],'m':'x'}"))
                .hasMessageContaining("only a call may have a type and key as its target");
        assertThatThrownBy(() -> decode("{'t':'watch','s':1,'to':[7]}")).hasMessageContaining("only a call");
        byte[] watch = encode(Codec.binary(), new Frame.Watch(1, TargetId.id(7)));
        watch[BinaryEncoder.FLAGS_AT] |= BinaryEncoder.KEYED;
        assertThatThrownBy(() -> decode(Codec.binary(), watch)).hasMessageContaining("reserved flags");
    }

    @Test
    void shouldRefuseTargetsThatMakeNoSense() {
        for (String to : List.of("[]", "[0]", "['a']", "['a','b','c']", "['a',1]", "[['a','b']]", "[1,2]", "[{}]")) {
            assertThatThrownBy(() -> decode("{'t':'call','s':1,'to':" + to + ",'m':'x'}"))
                    .as(to)
                    .hasMessageContaining("a type and a key, or the number of these");
        }
    }

    @Test
    void shouldDropFactsOfAnotherSideThatAreTooMany() {
        Map<String, String> many = new HashMap<>();
        for (int i = 0; i <= Failure.MOST_FIELDS; i++) {
            many.put("f" + i, "");
        }
        for (Codec codec : List.of(Codec.binary(), Codec.json(), Codec.cbor())) {
            for (Map<String, String> fields : List.of(many, Map.of("f", "x".repeat(Failure.LONGEST_FIELD)))) {
                Frame sent = new Frame.Fail(1, new Failure(Failure.Code.NOT_SERVED, "moved", "text", fields));
                assertThat(decode(codec, encode(codec, sent)))
                        .isEqualTo(new Frame.Fail(1, new Failure(Failure.Code.NOT_SERVED, "moved", "text")));
            }
        }
    }
}
