// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The words for a wrong command line: the rule, then what was given. */
public final class UsageErrors {
    private UsageErrors() {}

    /** {@return the broken rule} Those that the commands check have their words already. */
    public static String of(ParameterException error) {
        if (error instanceof UnmatchedArgumentException unmatched) {
            return unmatched(unmatched, error.getCommandLine());
        }
        if (error instanceof MissingParameterException || error.getArgSpec() == null || error.getValue() == null) {
            return String.valueOf(error.getMessage());
        }
        String name = name(error.getArgSpec());
        return name + " must be " + kind(error.getArgSpec()) + ": " + name + "=" + error.getValue();
    }

    private static String unmatched(UnmatchedArgumentException error, CommandLine command) {
        String word = error.getUnmatched().get(0);
        List<String> commands = command.getSubcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(entry -> entry.getKey())
                .toList();
        if (error.isUnknownOption()) {
            return "an option must be one that the command has: option=" + word;
        }
        return commands.isEmpty()
                ? "a word must belong to an option: word=" + word
                : "a command must be one of " + String.join(", ", commands) + ": command=" + word;
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? option.longestName().replaceFirst("^-+", "")
                : argument.paramLabel();
    }

    /** What a value must be. */
    private static String kind(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes()[0];
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(value -> value.toString().toLowerCase(Locale.ROOT))
                    .collect(Collectors.joining(", ", "one of ", ""));
        }
        if (type == int.class || type == Integer.class) {
            return "a whole number, " + Integer.MAX_VALUE + " at most";
        }
        if (type == long.class || type == Long.class) {
            return "a whole number, " + Long.MAX_VALUE + " at most";
        }
        return type == double.class || type == Double.class ? "a number" : "a value of another form";
    }
}
