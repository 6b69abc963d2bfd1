// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.remoting.codec.Codec;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.infra.Blackhole;

class EncodingsTest {
    private static final EncodeBenchmark ENCODE = new EncodeBenchmark();
    private static final DecodeBenchmark DECODE = new DecodeBenchmark();
    private static final Blackhole HOLE = new Blackhole(
            "Today's password is swordfish. I understand instantiating Blackholes directly is dangerous.");

    @ParameterizedTest
    @EnumSource
    void shouldEncodeAndDecodeEverySampleEverywhere(Sample sample) {
        run(sample, Subject.TroupeBinary::new, ENCODE::troupeBinary, DECODE::troupeBinary);
        run(sample, Subject.TroupeCbor::new, ENCODE::troupeCbor, DECODE::troupeCbor);
        run(sample, Subject.TroupeJson::new, ENCODE::troupeJson, DECODE::troupeJson);
        run(sample, Subject.JacksonCbor::new, ENCODE::jacksonCbor, DECODE::jacksonCbor);
        run(sample, Subject.JacksonJson::new, ENCODE::jacksonJson, DECODE::jacksonJson);
        run(sample, Subject.JacksonXml::new, ENCODE::jacksonXml, DECODE::jacksonXml);
        run(sample, Subject.JavaSerialization::new, ENCODE::javaSerialization, DECODE::javaSerialization);
    }

    private static <S extends Subject> void run(
            Sample sample, Supplier<S> maker, ToLongFunction<S> encode, BiConsumer<S, Blackhole> decode) {
        S subject = maker.get();
        subject.sample = sample;
        subject.prepare();
        long sum = encode.applyAsLong(subject);
        decode.accept(subject, HOLE);
        assertThat(sum).isEqualTo((long) subject.bytes() * Subject.CALLS).isPositive();
    }

    @Test
    void shouldNoticeAnArgumentThatIsAnother() {
        FrameCoding bytes = new FrameCoding(Codec.binary(), Sample.BYTES);
        FrameCoding text = new FrameCoding(Codec.binary(), Sample.TEXT);

        assertThat(bytes.isExpected(bytes.decode())).isTrue();
        assertThat(bytes.isExpected(text.decode())).isFalse();
    }

    @Test
    void shouldEndABatchThatDecodesSomethingElse() {
        Subject subject = new Subject(sample -> new Forgetful()) {};

        assertThatThrownBy(subject::prepare)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("what is decoded must equal what was encoded")
                .hasMessageContaining("sample=EMPTY");
    }

    @Test
    void shouldPrintASizeForEveryEncodingAndSample() {
        List<String> lines = EncodedSizes.lines();

        assertThat(lines).hasSize(7 * Sample.values().length).doesNotHaveDuplicates();
        assertThat(size(lines, "troupeBinary", "EMPTY"))
                .isLessThan(size(lines, "troupeCbor", "EMPTY"))
                .isLessThan(size(lines, "jacksonXml", "EMPTY"));
        assertThat(size(lines, "troupeBinary", "BYTES")).isBetween(1024, 1060);
    }

    private static int size(List<String> lines, String system, String sample) {
        return lines.stream()
                .filter(line -> line.contains('"' + system + '"') && line.contains('"' + sample + '"'))
                .flatMap(line -> Stream.of(line.replaceFirst(".*\"value\":(\\d+).*", "$1")))
                .mapToInt(Integer::parseInt)
                .sum();
    }

    /** Returns something else than it was given. */
    private static final class Forgetful implements Coding {
        @Override
        public int encode() {
            return 1;
        }

        @Override
        public Object decode() {
            return "";
        }

        @Override
        public Object expected() {
            return "something";
        }

        @Override
        public int firstBytes() {
            return 1;
        }
    }
}
