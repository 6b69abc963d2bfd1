// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.channels.GoCompiler.Built;
import io.troupe.bench.harness.Batch;
import io.troupe.bench.process.Child;
import io.troupe.bench.stacks.StackOptions;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Goroutines, with the channels of the language. Its program is built when it is first needed. */
final class GoContender implements Contender {
    private final GoCompiler compiler;

    /** Null until the program is needed. */
    private @Nullable Built built;

    GoContender(GoCompiler compiler) {
        this.compiler = compiler;
    }

    private Built built() {
        if (built == null) {
            built = compiler.build();
        }
        return built;
    }

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
        return built().absence();
    }

    @Override
    public boolean offers(ChannelWork work) {
        return true;
    }

    @Override
    public Child start(ChannelWork work, StackOptions options) {
        List<String> command = new ArrayList<>(List.of(built().program()));
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
