// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe objstore}. */
@Command(
        name = "objstore",
        description = "A storage server for ZODB: serves an existing Data.fs to the ZEO client of Python.",
        mixinStandardHelpOptions = true,
        subcommands = {
            DumpCommand.class,
            ServeCommand.class,
            LoadCommand.class,
            DemoCommand.class,
            DemoClientCommand.class
        },
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:done", "1:a file is damaged, locked or cannot be read", "2:wrong command line"},
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe objstore dump Data.fs",
            "  troupe objstore serve --fs Data.fs --zeo 127.0.0.1:9100",
            "  troupe objstore load zeo://127.0.0.1:9100",
            "  troupe objstore demo"
        })
public final class ObjstoreCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public ObjstoreCommand() {}

    /** Without a command there is nothing to run: says what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
    }
}
