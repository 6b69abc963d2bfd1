// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe bench report}. */
@Command(
        name = "report",
        description = "Makes the report of a run again from its raw files, also of one that was interrupted.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "Folder of the run.")
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    @Option(names = "--json", description = "Print results.json instead of the summary.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        Folder folder = Folder.existing(dir);
        String summary = RunReport.report(folder);
        PrintWriter out = spec.commandLine().getOut();
        out.print(json ? Files.readString(folder.path().resolve("results.json")) : summary);
        out.flush();
        return 0;
    }
}
