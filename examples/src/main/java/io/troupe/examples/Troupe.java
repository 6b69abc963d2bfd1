// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples;

import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.examples.backpressure.BackpressureCommand;
import io.troupe.examples.bank.ledger.BankCommand;
import io.troupe.examples.certificates.CertificatesCommand;
import io.troupe.examples.cli.Output;
import io.troupe.examples.cli.UsageErrors;
import io.troupe.examples.cluster.ClusterCommand;
import io.troupe.examples.line.LineCommand;
import io.troupe.examples.locality.LocalityCommand;
import io.troupe.examples.objstore.ObjstoreCommand;
import io.troupe.examples.philosophers.PhilosophersCommand;
import io.troupe.examples.pi.PiCommand;
import io.troupe.examples.sieve.SieveCommand;
import io.troupe.examples.simulate.SimulateCommand;
import io.troupe.examples.sp.SpCommand;
import io.troupe.examples.tap.TapCommand;
import io.troupe.sp.socket.SpException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** The command line of the examples. A wrong command line is answered with one line and exit code 2. */
@Command(
        name = "troupe",
        description = "Runs the examples of the Troupe actor framework.",
        mixinStandardHelpOptions = true,
        subcommands = {
            BackpressureCommand.class,
            BankCommand.class,
            CertificatesCommand.class,
            ClusterCommand.class,
            LineCommand.class,
            LocalityCommand.class,
            ObjstoreCommand.class,
            PhilosophersCommand.class,
            PiCommand.class,
            SieveCommand.class,
            SimulateCommand.class,
            SpCommand.class,
            TapCommand.class
        },
        commandListHeading = "%nCommands:%n",
        exitCodeListHeading = "%nExit codes of all commands:%n",
        exitCodeList = {"0:done", "1:failed, or standard output could not be written to its end", "2:wrong command line"
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  troupe philosophers --count 10000 --seconds 5",
            "  troupe pi --jobs 1000000 --dispatcher stealing",
            "  troupe locality --actors 240 --bytes 64,320000",
            "  troupe bank --kill 3",
            "  troupe cluster members --db state.db",
            "  troupe sieve --primes 1000 --capacity 16",
            "  troupe simulate lease --broken",
            "  troupe pi --help",
            "  troupe bench --help      measurements beside peers"
        })
public final class Troupe implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli before call()
    private CommandSpec spec;

    private Troupe() {}

    /** Runs the command that the arguments name and exits with its code. */
    public static void main(String[] args) throws IOException {
        Output output = new Output(new FileOutputStream(FileDescriptor.out));
        System.setOut(new PrintStream(output, false, terminalCharset()));
        // Directly on the stream: this writer knows when a pipe is closed, picocli's own does not.
        PrintWriter out = new PrintWriter(System.out, true, terminalCharset());
        int code = commandLine().setOut(out).execute(args);
        out.flush();
        System.exit(output.checked(code, "troupe", System.err));
    }

    /** Encoding of the terminal: a property of its own from Java 19 on, the platform's before that. */
    private static Charset terminalCharset() {
        String name = System.getProperty("stdout.encoding", System.getProperty("native.encoding"));
        return name == null ? StandardCharsets.UTF_8 : Charset.forName(name);
    }

    static CommandLine commandLine() {
        CommandLine troupe = new CommandLine(new Troupe());
        shareVersion(troupe);
        return troupe.setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Troupe::onUsageError)
                .setExecutionExceptionHandler(Troupe::onFailure);
    }

    /** Each command has the version of all, or its {@code --version} would print nothing. */
    private static void shareVersion(CommandLine command) {
        command.getCommandSpec().versionProvider(new Version());
        command.getSubcommands().values().forEach(Troupe::shareVersion);
    }

    private static int onUsageError(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        command.getErr().println(name + ": " + UsageErrors.of(error) + " (try '" + name + " --help')");
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Other processes are not what they should be, every day: one line says so. The rest are mistakes in here. */
    private static int onFailure(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (failure instanceof LinkRefusedException
                || failure instanceof LinkLostException
                || failure instanceof CallRefusedException
                || failure instanceof SpException) {
            command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + failure.getMessage());
            return command.getCommandSpec().exitCodeOnExecutionException();
        }
        throw failure;
    }

    /** Without a command there is nothing to run: says what there is. */
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return spec.exitCodeOnInvalidInput();
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
