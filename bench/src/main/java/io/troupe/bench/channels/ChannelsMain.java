// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.harness.Tool;
import io.troupe.bench.process.Child;
import io.troupe.bench.results.Result;
import io.troupe.bench.stacks.StackOptions;
import io.troupe.bench.stacks.StackRun;
import io.troupe.bench.stacks.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Compares channels. {@code --help} says how to call it. */
public final class ChannelsMain {
    /** On top of warm-up and windows: for the start, and for batches that are longer than a window. */
    private static final Duration MORE = Duration.ofSeconds(90);

    private ChannelsMain() {}

    /** Measures, prints and writes. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(ChannelsMain.class, ChannelsOptions.HELP, ChannelsOptions.DEFAULTS, arguments -> {
            ChannelsOptions options = ChannelsOptions.of(arguments);
            return () -> run(options);
        });
    }

    private static int run(ChannelsOptions options) throws IOException, InterruptedException {
        Map<String, String> about = new LinkedHashMap<>();
        options.contenders().forEach(contender -> about.put(contender.name(), contender.about()));
        return new StackRun(options.run(), about, steps(options)).run();
    }

    /** One for each work and each contender that offers it. */
    static List<Step> steps(ChannelsOptions options) {
        Map<Contender, String> absences = new LinkedHashMap<>();
        options.contenders().forEach(contender -> absences.put(contender, contender.absence()));
        List<Step> steps = new ArrayList<>();
        for (ChannelWork work : options.works()) {
            absences.forEach((contender, absence) -> {
                if (contender.offers(work)) {
                    steps.add(
                            absence.isEmpty()
                                    ? Step.of(
                                            work.name(),
                                            contender.name(),
                                            () -> measure(contender, work, options.run()))
                                    : Step.absent(work.name(), contender.name(), absence));
                }
            });
        }
        return steps;
    }

    private static Result measure(Contender contender, ChannelWork work, StackOptions options)
            throws InterruptedException {
        ChannelWork sized = contender.sized(work);
        Duration limit = MORE.plus(options.warmUp()).plus(options.window());
        try (Child child = contender.start(sized, options)) {
            String line = Windows.PREFIX + child.await(Windows.PREFIX, limit);
            return Windows.parse(line, sized).result(work, contender.name());
        }
    }
}
