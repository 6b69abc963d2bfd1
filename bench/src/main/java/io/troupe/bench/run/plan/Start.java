// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

import java.util.List;

/**
 * One start of a program that measures by itself.
 *
 * @param label what it measures, and of which system
 * @param kind how it is called and where its figures are
 * @param jvm options of its virtual machine
 * @param program main class or first word of the launcher, and arguments
 * @param seconds it takes, roughly
 */
public record Start(String label, Kind kind, List<String> jvm, List<String> program, double seconds) implements Work {
    /** How a program is called and where its figures are. */
    public enum Kind {
        /** A main class of this build that writes the file named by {@code --json}. */
        FILE,
        /** A main class of this build that prints JSON objects or one array. */
        PRINTED,
        /** A command of the launcher {@code troupe} that prints JSON objects or one array. */
        LAUNCHED
    }

    /** Copies the lists. */
    public Start {
        jvm = List.copyOf(jvm);
        program = List.copyOf(program);
    }
}
