// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What was built, if the program was started by the launcher or in its work tree.
 *
 * @param text twelve digits of the commit, with "-dirty" if something is not committed; "unknown" without git or a work tree
 * @param dirty whether something is not committed
 */
public record Commit(String text, boolean dirty) {
    /** Set by the launcher to its own path. */
    private static final String LAUNCHER = "troupe.launcher";

    /** Of the directory the launcher is in; without a launcher, of the one the program was started in. */
    public static Commit here() {
        List<String> command = new ArrayList<>(List.of("git"));
        Path home = Path.of(System.getProperty(LAUNCHER, "")).getParent();
        if (home != null) {
            command.addAll(List.of("-C", home.toString()));
        }
        command.addAll(List.of("describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"));
        String described = Output.of(command, false);
        String text = described == null || described.isBlank() ? "unknown" : described.strip();
        return new Commit(text, text.endsWith("-dirty"));
    }
}
