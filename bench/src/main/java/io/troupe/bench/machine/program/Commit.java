// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine.program;

import java.util.List;

/**
 * What was built, if the program was started in its work tree.
 *
 * @param text twelve digits of the commit, with "-dirty" if something is not committed; "unknown" without git or a work tree
 * @param dirty whether something is not committed
 */
public record Commit(String text, boolean dirty) {
    /** Of the directory the program was started in. */
    public static Commit here() {
        String described =
                Output.of(List.of("git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"), false);
        String text = described == null || described.isBlank() ? "unknown" : described.strip();
        return new Commit(text, text.endsWith("-dirty"));
    }
}
