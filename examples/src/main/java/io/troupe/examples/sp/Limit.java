// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option of how many messages are enough. */
final class Limit {
    @Option(
            names = {"-n", "-C", "--count"},
            paramLabel = "N",
            description = "End after so many: messages sent, or received where nothing is sent, or requests answered.")
    private @Nullable Long count;

    /** At least one. */
    void check(Rules rules) {
        if (count != null) {
            rules.atLeast(1, "count", count);
        }
    }

    /** Whether there is one. */
    boolean isGiven() {
        return count != null;
    }

    /** Whether one would not do. */
    boolean isMany() {
        return count != null && count > 1;
    }

    /** Whether so many are enough. */
    boolean isReached(long messages) {
        return count != null && messages >= count;
    }
}
