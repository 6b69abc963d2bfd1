// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run;

import io.troupe.bench.run.store.Folder;
import io.troupe.bench.run.view.Reporting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code troupe bench report}. */
@Command(
        name = "report",
        description = "Makes the report of a run again from its raw files, also of one that was interrupted.",
        mixinStandardHelpOptions = true)
final class ReportCommand implements Callable<Integer> {
    private final Reporting reporting;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "DIR", description = "Folder of the run.")
    @SuppressWarnings("NullAway.Init")
    private Path dir;

    ReportCommand(Reporting reporting) {
        this.reporting = reporting;
    }

    @Override
    public Integer call() throws IOException {
        spec.commandLine().getOut().print(reporting.report(Folder.existing(dir)));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
