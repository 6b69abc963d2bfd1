// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Crew;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.cluster.load.Measurement;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.process.Parent;
import java.time.Duration;
import java.util.List;

/** The process that calls and starts the members; started by {@link ClusterMain}, not by hand. */
public final class CallerMain {
    /** Makes the tables. */
    static final String PREPARE = "prepare";
    /** Gives keys their states. */
    static final String FILL = "fill";

    static final String MEASURE = "measure";
    /** The line after the first two. */
    static final String DONE = "DONE";
    /** Begins the line after the third. */
    static final String RESULT = "RESULT ";

    private static final int JVM = 7;

    private CallerMain() {}

    /** Runs {@code WHAT STACK STORE LOAD WARM-UP-MILLIS MILLIS KEYS JVM-OPTION…}. */
    public static void main(String[] args) {
        Parent.watch();
        Parent.guard(() -> {
            Stack stack = Stacks.named(args[1]);
            Store store = new Store(args[2]);
            if (args[0].equals(PREPARE)) {
                stack.prepare(store);
                System.out.println(DONE);
                return;
            }
            Load load = Load.named(args[3]);
            Measurement measurement =
                    new Measurement(load, millis(args[4]), millis(args[5]), Integer.parseInt(args[6]));
            List<String> jvm = List.of(args).subList(JVM, args.length);
            try (Crew crew = new Crew(stack, store, load.deadline(), jvm, MemberMain.class.getName())) {
                if (args[0].equals(FILL)) {
                    measurement.fill(crew);
                    System.out.println(DONE);
                } else {
                    System.out.println(RESULT + measurement.run(crew).line());
                }
            }
        });
    }

    private static Duration millis(String text) {
        return Duration.ofMillis(Long.parseLong(text));
    }
}
