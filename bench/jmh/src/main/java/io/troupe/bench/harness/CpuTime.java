// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.harness;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * Processor time of the whole virtual machine per message, as one of the {@link Extras}: what a system burns on all processors,
 * also while it waits. For benchmarks of {@link Batch#MESSAGES} messages.
 */
@State(Scope.Benchmark)
public class CpuTime {
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private long begun;
    private long batches;

    /** For JMH. */
    public CpuTime() {}

    /** Begins an iteration. */
    @Setup(Level.Iteration)
    public void begin() {
        batches = 0;
        begun = SYSTEM.getProcessCpuTime();
    }

    /**
     * Counts a batch.
     *
     * @param result of the batch
     * @return the same
     */
    public long counted(long result) {
        batches++;
        return result;
    }

    /** Reports what an iteration took. */
    @TearDown(Level.Iteration)
    public void end() {
        if (Extras.wanted() && batches > 0) {
            long spent = SYSTEM.getProcessCpuTime() - begun;
            Extras.average("cpu", "ns/op", (double) spent / batches / Batch.MESSAGES);
        }
    }
}
