// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.latency;

import org.openjdk.jmh.infra.Blackhole;

/** Work that takes a certain time of a processor, and as much work when the processor is taken away meanwhile. */
final class Computing {
    private static final int ROUNDS = 40;
    private static final long TOKENS = 1_000_000;
    private static final double MICRO = 1e3;

    private final double tokensPerMicro;

    private Computing(double tokensPerMicro) {
        this.tokensPerMicro = tokensPerMicro;
    }

    /** Finds out how quick this machine is: the best of many rounds of some milliseconds. */
    static Computing calibrated() {
        long best = Long.MAX_VALUE;
        for (int i = 0; i < ROUNDS; i++) {
            long start = System.nanoTime();
            Blackhole.consumeCPU(TOKENS);
            best = Math.min(best, System.nanoTime() - start);
        }
        return new Computing(TOKENS * MICRO / best);
    }

    /** Computes. Any thread. */
    void micros(double micros) {
        Blackhole.consumeCPU(Math.round(micros * tokensPerMicro));
    }
}
