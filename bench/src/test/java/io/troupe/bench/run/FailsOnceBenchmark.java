// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jmh.annotations.Benchmark;

/** Fails when it runs for the first time. */
public class FailsOnceBenchmark {
    static final AtomicBoolean failed = new AtomicBoolean();

    /** As the benchmark of a peer is named. */
    @Benchmark
    public void peer() {
        failOnce();
    }

    /** As one of ours is. */
    @Benchmark
    public void troupe() {
        failOnce();
    }

    private static void failOnce() {
        if (!failed.getAndSet(true)) {
            throw new IllegalStateException("connection must hold: port=1");
        }
    }
}
