// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cluster;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code troupe cluster}. */
@Command(
        name = "cluster",
        description = {
            "Shows a cluster of durable actors from outside, and lets an operator do the few things that need one.",
            "Commands that show something take nothing over, stop no process, and make neither tables nor files."
        },
        mixinStandardHelpOptions = true,
        subcommands = {
            MembersCommand.class,
            ShardsCommand.class,
            FindCommand.class,
            StateCommand.class,
            DrainCommand.class,
            FenceCommand.class,
            RemindersCommand.class,
            OutboxCommand.class,
            SchemaCommand.class
        },
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the database or the registry did not answer, or a member did not leave in time",
            "2:wrong command line: nobody has the name, the tables are missing or of another version"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe cluster members --db state.db",
            "  troupe cluster shards --db jdbc:postgresql://db/bank?user=me",
            "  troupe cluster find account 4711 --db state.db",
            "  troupe cluster state account 4711 --db state.db --json",
            "  troupe cluster drain member-2 --db state.db"
        })
public final class ClusterCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    /** For picocli. */
    public ClusterCommand() {}

    /** Without a command there is nothing to run: says what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
    }
}
