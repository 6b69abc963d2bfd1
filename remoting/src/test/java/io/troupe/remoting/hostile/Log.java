// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What this process has written into its log, in the place of the standard error. One at a time. */
final class Log implements AutoCloseable {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Log() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    /** What was written so far, the beginnings of lines included that do not look like those of the log. */
    List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
