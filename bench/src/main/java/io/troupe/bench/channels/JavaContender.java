// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelStack;
import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.process.Child;
import io.troupe.bench.stacks.StackOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What runs on the virtual machine. All have as many threads to run on; platform threads as many as they ask for.
 *
 * @param name as on the command line
 * @param about how it is set up
 * @param absence why it cannot be measured here, or empty
 * @param batch by what batches are divided, where they would last for seconds
 * @param does whether it can do a work
 * @param opened opens it, in a process of its own
 */
record JavaContender(
        String name,
        String about,
        String absence,
        int batch,
        Predicate<ChannelWork> does,
        Supplier<ChannelStack> opened)
        implements Contender {
    private static final List<String> THREADS = List.of(
            "bench.workers", "jdk.virtualThreadScheduler.parallelism", "kotlinx.coroutines.scheduler.core.pool.size");

    @Override
    public boolean offers(ChannelWork work) {
        return does.test(work);
    }

    @Override
    public ChannelWork sized(ChannelWork work) {
        return work.of(work.amount() / batch);
    }

    @Override
    public Child start(ChannelWork work, StackOptions options) {
        List<String> jvm = new ArrayList<>(options.jvm());
        THREADS.forEach(property -> jvm.add("-D" + property + "=" + Batch.WORKERS));
        return Child.start(
                name,
                jvm,
                List.of(
                        WorkMain.class.getName(),
                        name,
                        work.name(),
                        Integer.toString(work.amount()),
                        Long.toString(options.warmUp().toMillis()),
                        Long.toString(options.window().toMillis())));
    }
}
