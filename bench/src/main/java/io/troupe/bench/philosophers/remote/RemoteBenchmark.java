// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.philosophers.remote;

import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.peer.PekkoPeer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.OperationsPerInvocation;

/**
 * Per meal, of all philosophers together, when the table is in another process of this machine: two forks are asked for and
 * given, one after the other, and both put back. A batch takes up to some tenths of a second.
 */
@OperationsPerInvocation(RemoteBenchmark.MEALS)
public class RemoteBenchmark extends PerMessage {
    static final int MEALS = 3_000;

    /** A link with the encoding for production, each dispatcher. */
    @Benchmark
    public long troupeBinary(TroupeVisit.Binary visit) {
        return visit.run();
    }

    /** A link with CBOR. */
    @Benchmark
    public long troupeCbor(TroupeVisit.Cbor visit) {
        return visit.run();
    }

    /** A link with JSON. */
    @Benchmark
    public long troupeJson(TroupeVisit.Json visit) {
        return visit.run();
    }

    /** Artery over TCP. */
    @Benchmark
    @Fork(jvmArgsPrepend = PekkoPeer.JVM_OPTION)
    public long pekko(PekkoVisit visit) {
        return visit.run();
    }
}
