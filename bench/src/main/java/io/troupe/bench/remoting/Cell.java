// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting;

import io.troupe.bench.process.Child;
import io.troupe.bench.remoting.measure.ClientMain;
import io.troupe.bench.remoting.measure.Load;
import io.troupe.bench.remoting.measure.Run;
import io.troupe.bench.remoting.measure.ServerMain;
import io.troupe.bench.remoting.stack.Stack;
import io.troupe.bench.stacks.StackOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Measures one stack under one load, with a server and a client started for it. */
record Cell(StackOptions options, Stack stack, Load load) {
    private static final Duration START = Duration.ofSeconds(30);
    /** For both windows, on top of their length. */
    private static final Duration MORE = Duration.ofSeconds(90);
    /** As often as its least time the warm-up may take. */
    private static final int WARM_UPS = 6;

    /**
     * Starts the processes, measures, ends them.
     *
     * @throws IllegalStateException if one of them fails; the message is one line
     */
    Run run() throws InterruptedException {
        List<String> jvm = new ArrayList<>(options.jvm());
        jvm.addAll(stack.jvmOptions());
        String main = ProcessMain.class.getName();
        try (Child server = Child.start("server", jvm, List.of(main, ProcessMain.SERVER, stack.name()))) {
            String port = server.await(ServerMain.PORT, START);
            List<String> client = List.of(
                    main,
                    ProcessMain.CLIENT,
                    stack.name(),
                    port,
                    Long.toString(server.pid()),
                    load.name(),
                    Long.toString(options.warmUp().toMillis()),
                    Long.toString(options.window().toMillis()));
            try (Child process = Child.start("client", jvm, client)) {
                Duration limit = START.plus(MORE)
                        .plus(options.warmUp().multipliedBy(WARM_UPS))
                        .plus(options.window());
                return Run.parse(process.await(ClientMain.RESULT, limit));
            }
        }
    }
}
