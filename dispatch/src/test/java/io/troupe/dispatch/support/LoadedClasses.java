// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** What a program brings in when it starts: the time of a start is classes that are loaded and set up. */
public final class LoadedClasses {
    private LoadedClasses() {}

    /**
     * Runs a program in a process of its own.
     *
     * @param program with a main method, which ends
     * @return what it writes: lines that begin with the name of a class as that is loaded, and its own
     */
    public static List<String> of(Class<?> program) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xlog:class+load:stdout:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        program.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output.lines().toList();
    }
}
