// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

import io.troupe.bench.harness.PerMessage;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/** Per call: from objects to bytes in memory that is there already. How many bytes: see {@link Subject#report}. */
@OperationsPerInvocation(Subject.CALLS)
public class EncodeBenchmark extends PerMessage {
    /** Links, {@code binary}. */
    @Benchmark
    public long troupeBinary(Subject.TroupeBinary state) {
        return state.encodeAll();
    }

    /** Links, {@code cbor}. */
    @Benchmark
    public long troupeCbor(Subject.TroupeCbor state) {
        return state.encodeAll();
    }

    /** Links, {@code json}. */
    @Benchmark
    public long troupeJson(Subject.TroupeJson state) {
        return state.encodeAll();
    }

    /** Data binding. */
    @Benchmark
    public long jacksonCbor(Subject.JacksonCbor state) {
        return state.encodeAll();
    }

    /** Data binding. */
    @Benchmark
    public long jacksonJson(Subject.JacksonJson state) {
        return state.encodeAll();
    }

    /** Data binding with Woodstox. */
    @Benchmark
    public long jacksonXml(Subject.JacksonXml state) {
        return state.encodeAll();
    }

    /** A stream per call. */
    @Benchmark
    public long javaSerialization(Subject.JavaSerialization state) {
        return state.encodeAll();
    }
}
