// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import java.util.Map;
import java.util.Set;
import picocli.CommandLine.IModelTransformer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Takes from each command the options that mean nothing to its protocol: help does not show them, and giving one is an error. */
final class OwnOptions implements IModelTransformer {
    private static final Set<String> NEVER_RECEIVE = Set.of("pub", "push");
    private static final Set<String> NEVER_SEND = Set.of("sub", "pull");

    /** The commands that have an option that not all have. */
    private static final Map<String, Set<String>> ONLY = Map.of(
            "--resend-time", Set.of("req"),
            "--survey-time", Set.of("surveyor"),
            "--ttl", Set.of("rep", "respondent", "pair1", "forward"));

    @Override
    public CommandSpec transform(CommandSpec sp) {
        sp.subcommands().forEach((name, command) -> tailor(name, command.getCommandSpec()));
        return sp;
    }

    private static void tailor(String name, CommandSpec command) {
        for (OptionSpec option : Set.copyOf(command.options())) {
            if (!belongs(option.longestName(), name)) {
                command.remove(option);
            }
        }
    }

    private static boolean belongs(String option, String command) {
        return switch (option) {
            case "--receive-timeout", "--recv-maxsz" -> !NEVER_RECEIVE.contains(command);
            case "--send-timeout" -> !NEVER_SEND.contains(command);
            default -> ONLY.getOrDefault(option, Set.of(command)).contains(command);
        };
    }
}
