// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import io.troupe.dispatch.Dispatcher;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Rules for the options of a command. A broken rule ends the command with one line and exit code 2. */
public final class Rules {
    /** Most threads of a dispatcher. */
    private static final int MAX_WORKERS = 1024;

    private final CommandSpec command;

    /** Rules for this command. */
    public Rules(CommandSpec command) {
        this.command = command;
    }

    /** The value must not be below the limit. */
    public void atLeast(long limit, String name, long value) {
        if (value < limit) {
            throw broken(name + " must be at least " + limit + ": " + name + "=" + value);
        }
    }

    /** The value must not be above the limit. */
    public void atMost(long limit, String name, long value) {
        if (value > limit) {
            throw broken(name + " must be at most " + limit + ": " + name + "=" + value);
        }
    }

    /** Only one of two options may be given. */
    public void notBoth(String name, @Nullable Object value, String otherName, @Nullable Object other) {
        if (value != null && other != null) {
            throw broken("only one of " + name + " and " + otherName + " may be given: " + name + "=" + value + ", "
                    + otherName + "=" + other);
        }
    }

    /** The number of threads of a dispatcher must be possible. */
    public void workers(int workers) {
        atLeast(1, "workers", workers);
        atMost(MAX_WORKERS, "workers", workers);
    }

    /** A file must be writable. Found out before the work is done whose result goes there. */
    public void writable(String name, Path file) {
        boolean existed = Files.exists(file);
        try {
            Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
            if (!existed) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw broken(name + " must be a file that can be written: " + name + "=" + file);
        }
    }

    /** A dispatcher for these options. */
    public Dispatcher dispatcher(DispatcherKind kind, String name, int workers) {
        workers(workers);
        try {
            return kind.open(name, workers);
        } catch (UnsupportedOperationException e) {
            throw broken(e);
        }
    }

    /** Prints the balancer's decisions if wanted; only the adaptive dispatcher makes any. */
    public Explain explain(boolean wanted, DispatcherKind kind, PrintWriter out) {
        if (wanted && kind != DispatcherKind.ADAPTIVE) {
            throw broken("explain needs the adaptive dispatcher: dispatcher=" + kind);
        }
        return new Explain(wanted ? out : new PrintWriter(Writer.nullWriter()));
    }

    /** The error of a rule that was broken elsewhere. */
    public ParameterException broken(RuntimeException cause) {
        return broken(String.valueOf(cause.getMessage()));
    }

    /** The error of a broken rule. */
    public ParameterException broken(String rule) {
        return new ParameterException(command.commandLine(), rule);
    }
}
