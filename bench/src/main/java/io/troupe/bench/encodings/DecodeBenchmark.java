// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.bench.harness.PerMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.infra.Blackhole;

/** Per call: from bytes to new objects. */
@OperationsPerInvocation(Subject.CALLS)
public class DecodeBenchmark extends PerMessage {
    /** Links, {@code binary}. */
    @Benchmark
    public void troupeBinary(Subject.TroupeBinary state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** Links, {@code cbor}. */
    @Benchmark
    public void troupeCbor(Subject.TroupeCbor state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** Links, {@code json}. */
    @Benchmark
    public void troupeJson(Subject.TroupeJson state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** Data binding. */
    @Benchmark
    public void jacksonCbor(Subject.JacksonCbor state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** Data binding. */
    @Benchmark
    public void jacksonJson(Subject.JacksonJson state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** Data binding with Woodstox. */
    @Benchmark
    public void jacksonXml(Subject.JacksonXml state, Blackhole hole) {
        state.decodeAll(hole);
    }

    /** A stream per call. */
    @Benchmark
    public void javaSerialization(Subject.JavaSerialization state, Blackhole hole) {
        state.decodeAll(hole);
    }
}
