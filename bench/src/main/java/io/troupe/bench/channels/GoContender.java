// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.process.Child;
import io.troupe.bench.stacks.StackOptions;
import java.util.ArrayList;
import java.util.List;

/**
 * Goroutines, with the channels of the language.
 *
 * @param compiler of the program
 */
record GoContender(GoCompiler compiler) implements Contender {
    @Override
    public String name() {
        return "go";
    }

    @Override
    public String about() {
        return "goroutines on as many processors as others have threads" + compiler.version();
    }

    @Override
    public String absence() {
        return compiler.build().absence();
    }

    @Override
    public boolean offers(ChannelWork work) {
        return true;
    }

    @Override
    public Child start(ChannelWork work, StackOptions options) {
        List<String> command = new ArrayList<>(List.of(compiler.build().program()));
        command.add(work.kind().name());
        for (long number : new long[] {
            work.size(),
            work.receivers(),
            work.capacity(),
            work.amount(),
            work.operations(),
            Batch.WORKERS,
            options.warmUp().toMillis(),
            options.window().toMillis(),
            Windows.COUNT
        }) {
            command.add(Long.toString(number));
        }
        return Child.start(name(), command);
    }
}
