// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.channels;

import io.troupe.bench.channel.ChannelStack;
import io.troupe.bench.channel.ChannelWork;
import io.troupe.bench.process.Parent;
import java.time.Duration;

/** The process of one work on the virtual machine; started by {@link ChannelsMain}, not by hand. */
public final class WorkMain {
    private static final int WARM_UP = 3;
    private static final int WINDOW = 4;

    private WorkMain() {}

    /** Runs {@code CONTENDER WORK AMOUNT WARM-UP-MILLIS WINDOW-MILLIS}. */
    public static void main(String[] args) {
        Parent.watch();
        Parent.guard(() -> {
            ChannelWork work = ChannelWork.named(args[1]).of(Integer.parseInt(args[2]));
            Windows windows;
            try (ChannelStack stack = Contenders.java(args[0]).opened().get()) {
                windows = Windows.measure(
                        work,
                        stack.workload(work),
                        Duration.ofMillis(Long.parseLong(args[WARM_UP])),
                        Duration.ofMillis(Long.parseLong(args[WINDOW])));
            }
            System.out.println(windows.json()); // not before the stack has said that it has lost nothing
        });
    }
}
