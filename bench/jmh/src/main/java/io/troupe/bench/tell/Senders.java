// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.tell;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Eight threads outside of all actors. They start with each batch and send the same numbers each. */
@State(Scope.Benchmark)
public class Senders {
    /** How many. */
    static final int COUNT = 8;
    /** Messages of each one. */
    static final int SHARE = 50_000;
    /** Messages of all. */
    static final int MESSAGES = COUNT * SHARE;
    /** What the receiver must add up. */
    static final long SUM = COUNT * Tally.sumBelow(SHARE);

    private final ExecutorService threads = Executors.newFixedThreadPool(COUNT);

    /** Made by JMH. */
    public Senders() {}

    /** Lets each thread run the task once; returns before they are done. */
    void send(Runnable share) {
        for (int i = 0; i < COUNT; i++) {
            threads.execute(share);
        }
    }

    /** Ends the threads. */
    @TearDown(Level.Trial)
    public void stop() {
        threads.shutdownNow();
    }
}
