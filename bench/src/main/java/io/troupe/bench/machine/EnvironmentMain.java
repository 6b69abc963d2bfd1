// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import io.troupe.bench.harness.Arguments;
import io.troupe.bench.harness.Tool;
import java.io.PrintStream;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Prints in what state this machine is. {@code --help} says how to call it. */
public final class EnvironmentMain {
    private static final String HELP =
            """
            Prints in what state this machine is, and what makes figures taken on it unstable.
              --json       one JSON object instead of a table
              --jvm        options of the measured virtual machines, separated by blanks""";

    private EnvironmentMain() {}

    /** Probes and prints; always ends with 0, an unstable machine is no error. */
    public static void main(String[] args) {
        tool().start(args);
    }

    /** The program, for its start and for tests. */
    public static Tool tool() {
        return new Tool(
                EnvironmentMain.class, HELP, Map.of("json", "false", "jvm", ""), arguments -> () -> probe(arguments));
    }

    private static int probe(Arguments arguments) {
        List<String> jvm = Pattern.compile("\\s+")
                .splitAsStream(arguments.text("jvm"))
                .filter(option -> !option.isEmpty())
                .toList();
        print(Probe.here().environment(jvm), arguments.flag("json"), System.out);
        return 0;
    }

    /**
     * Prints what a probe found.
     *
     * @param json whether as JSON; otherwise a table of facts, and the marks in lines that begin with "! "
     */
    public static void print(Environment environment, boolean json, PrintStream out) {
        out.print(json ? environment.json() : environment.lines());
    }
}
