// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.directory;

import io.troupe.bench.ask.Asks;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.PerMessage;
import io.troupe.bench.harness.Troupe;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** An actor asks an actor of a directory, with one ask or a thousand in flight. */
@OperationsPerInvocation(Batch.MESSAGES)
public class DirectoryBenchmark extends PerMessage {
    /** The one who answers is an actor of a directory. */
    @Benchmark
    public long troupe(Troupe.Any state, Window window) {
        return state.run(window.asks()::byKey);
    }

    /** The limit: the one who answers was spawned. */
    @Benchmark
    public long limitSpawned(Troupe.Any state, Window window) {
        return state.run(window.asks()::onTroupe);
    }

    /** How many asks are in flight. */
    @State(Scope.Benchmark)
    public static class Window {
        /** Asks in flight. */
        @Param({"1", "1000"})
        public int outstanding;

        Asks asks() {
            return new Asks(outstanding);
        }
    }
}
