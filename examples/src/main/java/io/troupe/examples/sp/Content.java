// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Rules;
import io.troupe.sp.message.SpMessage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of what is sent. */
final class Content {
    private static final String STANDARD_INPUT = "-";

    @Option(
            names = {"-D", "--data"},
            paramLabel = "TEXT",
            description = "What to send, as UTF-8.")
    private @Nullable String data;

    @Option(
            names = {"-F", "--file"},
            paramLabel = "FILE",
            description = "Send the content of this file; -: of standard input.")
    private @Nullable String file;

    private byte[] bytes = {};

    /** Reads it. At most one source may be given, and one must if it is needed. */
    void load(Rules rules, boolean needed) {
        rules.notBoth("data", data, "file", file);
        if (needed && !isGiven()) {
            throw rules.broken("something must be sent: give --data or --file");
        }
        if (data != null) {
            bytes = data.getBytes(StandardCharsets.UTF_8);
        } else if (file != null) {
            try {
                bytes = read(file);
            } catch (IOException | RuntimeException e) { // no file, a folder, not allowed, no path
                throw rules.broken("file must be a file that can be read: file=" + file);
            }
        }
    }

    @SuppressWarnings("PMD.CloseResource") // standard input is not ours to close
    private static byte[] read(String file) throws IOException {
        if (file.equals(STANDARD_INPUT)) {
            InputStream in = System.in;
            return in.readAllBytes();
        }
        return Files.readAllBytes(Path.of(file));
    }

    /** Whether there is something to send. */
    boolean isGiven() {
        return data != null || file != null;
    }

    /** A new message with it. */
    SpMessage message() {
        return SpMessage.of(bytes);
    }
}
