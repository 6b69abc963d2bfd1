// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.results.Json;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code troupe bench env}. */
@Command(
        name = "env",
        description = "Shows what is recorded about this machine, and what makes figures of it doubtful.",
        mixinStandardHelpOptions = true)
final class EnvCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Option(names = "--json", description = "Print one JSON object: facts, and marks in words.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        RunReport.Surroundings surroundings = RunReport.surroundings();
        if (json) {
            out.print(Json.text(surroundings));
        } else {
            surroundings.facts().forEach((name, value) -> out.printf("%-20s %s%n", name, value));
            surroundings.marks().forEach(mark -> out.println("Mark: " + mark));
        }
        out.flush();
        return 0;
    }
}
