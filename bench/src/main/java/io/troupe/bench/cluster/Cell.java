// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Figures;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.process.Child;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Measures one stack under one load, with a database and processes made for it. */
record Cell(Options options, Stack stack, Load load, PostgresServer server) {
    /** Longer than anything that may happen in it. */
    private static final Duration LIMIT = Duration.ofMinutes(10);

    /**
     * Makes the database, starts the process that calls, which starts the members, and ends all of them.
     *
     * @throws IllegalStateException if something fails; the message is one line
     */
    Figures run() throws IOException, InterruptedException {
        if (!load.inFile()) {
            Store store = server.create();
            try {
                return measured(store);
            } finally {
                server.drop(store);
            }
        }
        Path folder = Files.createTempDirectory("troupe-cluster");
        try {
            return measured(Store.file(folder.resolve("states.db")));
        } finally {
            try (var files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    private Figures measured(Store store) throws InterruptedException {
        caller(store, CallerMain.PREPARE, CallerMain.DONE);
        if (load == Load.COLD500) {
            caller(store, CallerMain.FILL, CallerMain.DONE);
        }
        return Figures.parse(caller(store, CallerMain.MEASURE, CallerMain.RESULT));
    }

    private String caller(Store store, String what, String answer) throws InterruptedException {
        List<String> jvm = new ArrayList<>(options.run().jvm());
        jvm.addAll(stack.jvmOptions());
        List<String> program = new ArrayList<>(List.of(
                CallerMain.class.getName(),
                what,
                stack.name(),
                store.url(),
                load.text(),
                Long.toString(options.run().warmUp().toMillis()),
                Long.toString(options.run().window().toMillis()),
                Integer.toString(options.keys())));
        program.addAll(jvm);
        try (Child caller = Child.start("caller", jvm, program)) {
            return caller.await(answer, LIMIT);
        }
    }
}
