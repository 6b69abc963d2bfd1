// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.plan.BenchException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe bench compare}. */
@Command(
        name = "compare",
        description = "Shows what changed between two runs. Exit code 1: something became worse beyond the noise.",
        mixinStandardHelpOptions = true)
final class CompareCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "OLD",
            description = "The earlier run: its folder, its results.json or a raw file.")
    @SuppressWarnings("NullAway.Init")
    private Path before;

    @Parameters(index = "1", paramLabel = "NEW", description = "The later run, likewise.")
    @SuppressWarnings("NullAway.Init")
    private Path after;

    @Option(names = "--json", description = "Print one JSON object instead of the table.")
    private boolean json;

    @Override
    public Integer call() {
        RunReport.Comparison comparison = RunReport.compare(readable("old", before), readable("new", after));
        spec.commandLine().getOut().print(json ? comparison.json() : comparison.text());
        spec.commandLine().getOut().flush();
        return comparison.regression() ? 1 : 0;
    }

    private static Path readable(String name, Path file) {
        if (!Files.isReadable(file)) {
            throw BenchException.wrong(name + " must be a file or folder that can be read: " + name + "=" + file);
        }
        return file;
    }
}
