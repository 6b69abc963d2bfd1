// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.guide;

import io.troupe.examples.simulate.SimulateCommand;
import picocli.CommandLine;

/** Looks for the fault of a lock whose leases have no tokens, as {@code ./troupe simulate lease --broken} does. */
public final class LostUpdate {
    private LostUpdate() {}

    /** Prints the first schedule that fails, made small. */
    public static void main(String[] args) {
        new CommandLine(new SimulateCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute("lease", "--broken");
    }
}
