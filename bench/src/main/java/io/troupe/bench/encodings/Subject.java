// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper;
import com.fasterxml.jackson.dataformat.xml.XmlMapper;
import io.troupe.bench.harness.Extras;
import io.troupe.remoting.codec.Codec;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/**
 * An encoding as a JMH state: a benchmark method names it by the type of its parameter. Comparing every decoded value would
 * cost as much as decoding it, so a batch checks every size and compares its last value.
 */
@State(Scope.Thread)
public abstract class Subject {
    /** Calls of one batch. */
    static final int CALLS = 1_000;

    /** The arguments of the call. */
    @Param({"EMPTY", "MIXED", "NESTED", "BYTES", "TEXT"})
    public Sample sample = Sample.EMPTY;

    private final Function<Sample, Coding> maker;

    @SuppressWarnings("NullAway.Init") // set in prepare()
    private Coding coding;

    private int bytes;

    Subject(Function<Sample, Coding> maker) {
        this.maker = maker;
    }

    /** Encodes once, so that there is something to decode. */
    @Setup(Level.Trial)
    public void prepare() {
        coding = maker.apply(sample);
        bytes = coding.encode();
        check(coding.decode());
    }

    /** Bytes per call, for {@link Extras}. */
    @TearDown(Level.Iteration)
    public void report() {
        if (Extras.wanted()) {
            Extras.largest("bytes-per-call", "B", bytes);
        }
    }

    /** Bytes of a call that is not the first one. */
    int bytes() {
        return bytes;
    }

    /** Bytes of the first call of a connection. */
    int firstBytes() {
        return coding.firstBytes();
    }

    /** Encodes {@link #CALLS} times and checks what came out. */
    long encodeAll() {
        long sum = 0;
        for (int i = 0; i < CALLS; i++) {
            sum += coding.encode();
        }
        if (sum != (long) bytes * CALLS) {
            throw new IllegalStateException("the same call must become as many bytes each time: bytes=" + bytes
                    + ", calls=" + CALLS + ", sum=" + sum);
        }
        check(coding.decode());
        return sum;
    }

    /** Decodes {@link #CALLS} times and checks what came out. */
    void decodeAll(Blackhole hole) {
        for (int i = 1; i < CALLS; i++) {
            hole.consume(coding.decode());
        }
        check(coding.decode());
    }

    private void check(Object decoded) {
        if (!coding.isExpected(decoded)) {
            throw new IllegalStateException("what is decoded must equal what was encoded: encoding="
                    + getClass().getSimpleName() + ", sample=" + sample + ", decoded=" + decoded);
        }
    }

    /** Links, {@code binary}. */
    public static class TroupeBinary extends Subject {
        /** Made by JMH. */
        public TroupeBinary() {
            super(sample -> new FrameCoding(Codec.binary(), sample));
        }
    }

    /** Links, {@code cbor}. */
    public static class TroupeCbor extends Subject {
        /** Made by JMH. */
        public TroupeCbor() {
            super(sample -> new FrameCoding(Codec.cbor(), sample));
        }
    }

    /** Links, {@code json}. */
    public static class TroupeJson extends Subject {
        /** Made by JMH. */
        public TroupeJson() {
            super(sample -> new FrameCoding(Codec.json(), sample));
        }
    }

    /** Jackson, CBOR. */
    public static class JacksonCbor extends Subject {
        /** Made by JMH. */
        public JacksonCbor() {
            super(sample -> new JacksonCoding(new CBORMapper(), sample));
        }
    }

    /** Jackson, JSON. */
    public static class JacksonJson extends Subject {
        /** Made by JMH. */
        public JacksonJson() {
            super(sample -> new JacksonCoding(new JsonMapper(), sample));
        }
    }

    /** Jackson, XML. */
    public static class JacksonXml extends Subject {
        /** Made by JMH. */
        public JacksonXml() {
            super(sample -> new JacksonCoding(new XmlMapper(), sample));
        }
    }

    /** Java's serialization. */
    public static class JavaSerialization extends Subject {
        /** Made by JMH. */
        public JavaSerialization() {
            super(SerialCoding::new);
        }
    }
}
