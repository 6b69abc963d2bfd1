// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channel;

import io.troupe.dispatch.thread.VirtualThreads;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Threads that wait in calls. */
@State(Scope.Benchmark)
public class BlockingThreads {
    /** Virtual ones from Java 21 on. */
    @Param({"platform", "virtual"})
    public String threads = "platform";

    private ExecutorService executor = Executors.newCachedThreadPool();

    /** For JMH. */
    public BlockingThreads() {}

    /** Opens them. */
    @Setup(Level.Trial)
    public void open() {
        if (threads.equals("virtual")) {
            executor.shutdown();
            executor = VirtualThreads.perTaskExecutor("bench");
        }
    }

    /** Ends them. */
    @TearDown(Level.Trial)
    public void close() {
        executor.shutdownNow();
    }

    /** One batch of a work between these threads. */
    long run(BlockingChannels channels, ChannelWork work) {
        return new ThreadStack(executor, channels).workload(work).run();
    }

    ExecutorService executor() {
        return executor;
    }
}
