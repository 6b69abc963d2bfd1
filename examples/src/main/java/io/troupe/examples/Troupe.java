// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line of the examples. A wrong command line is answered with one line and exit code 2. */
@Command(
        name = "troupe",
        description = "Runs the examples of the Troupe actor framework.",
        mixinStandardHelpOptions = true,
        versionProvider = Troupe.Version.class)
public final class Troupe implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before run()
    private CommandSpec spec;

    private Troupe() {}

    /** Runs the command that the arguments name and exits with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Troupe()).setParameterExceptionHandler(Troupe::onUsageError);
    }

    private static int onUsageError(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + error.getMessage() + " (try '" + name + " --help')");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Without a command there is nothing to run. */
    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command");
    }

    /** Reads the version that the build wrote into the manifest of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String built = Troupe.class.getPackage().getImplementationVersion();
            return new String[] {"troupe " + Objects.requireNonNullElse(built, "(not packaged)")};
        }
    }
}
