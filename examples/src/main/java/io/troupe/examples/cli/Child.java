// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * This program in another process, whose input ends with this one: so it cannot be left behind, if it ends with its input.
 * Ctrl-C in a terminal reaches all processes there; this one alone decides what it means.
 */
public final class Child {
    /** Where there is one: signals that it ignores are ignored by what it starts. */
    private static final Path SHELL = Path.of("/bin/sh");

    private static final String MAIN = "io.troupe.examples.Troupe";

    private Child() {}

    /**
     * Starts it. What it says on standard error goes to that of this process.
     *
     * @param arguments its command line
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static Process start(String... arguments) throws IOException {
        return start(List.of(), arguments);
    }

    /**
     * Starts it. What it says on standard error goes to that of this process.
     *
     * @param options of its Java
     * @param arguments its command line
     * @return the process
     * @throws IOException if it cannot be started
     */
    public static Process start(List<String> options, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC"));
        command.addAll(options);
        String path = System.getProperty("java.class.path");
        if (path.endsWith(".jar") && !path.contains(System.getProperty("path.separator"))) {
            command.addAll(List.of("-jar", path)); // its manifest allows native access
        } else {
            command.addAll(List.of("-cp", path, MAIN));
        }
        command.addAll(List.of(arguments));
        if (Files.isExecutable(SHELL)) {
            command.addAll(0, List.of(SHELL.toString(), "-c", "trap '' INT HUP; exec \"$0\" \"$@\""));
        }
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
        try {
            return builder.start();
        } catch (IOException e) {
            return again(builder, e);
        }
    }

    /**
     * Starts it once more. A signal for all processes of a terminal also ends the helper by which Java starts another one, and may
     * come to this process later than the failure does.
     */
    private static Process again(ProcessBuilder builder, IOException first) throws IOException {
        try {
            return builder.start();
        } catch (IOException e) {
            e.addSuppressed(first);
            throw e;
        }
    }
}
