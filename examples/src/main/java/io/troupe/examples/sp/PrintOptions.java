// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.sp;

import io.troupe.examples.cli.Json;
import io.troupe.examples.cli.Rules;
import io.troupe.sp.message.SpMessage;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for the format of received messages. */
final class PrintOptions {
    @Option(
            names = "--format",
            paramLabel = "KIND",
            description = "How received messages are printed: ${COMPLETION-CANDIDATES} (default: ascii; nanocat: no).")
    private @Nullable Format format;

    @Option(
            names = {"-A", "--ascii"},
            description = "Short for --format ascii.")
    private boolean ascii;

    @Option(
            names = {"-Q", "--quoted"},
            description = "Short for --format quoted.")
    private boolean quoted;

    @Option(names = "--raw", description = "Short for --format raw.")
    private boolean raw;

    @Option(names = "--hex", description = "Short for --format hex.")
    private boolean hex;

    @Option(names = "--msgpack", description = "Short for --format msgpack.")
    private boolean msgpack;

    @Option(names = "--json", description = "Each received message as a JSON object on a line of its own.")
    private boolean json;

    /** The output of {@code --json}. */
    record Received(int pipe, int size, String text, String hex) {}

    /** The format that was asked for. */
    private Format chosen() {
        Format chosen = format == null ? Format.ASCII : format;
        chosen = ascii ? Format.ASCII : chosen;
        chosen = quoted ? Format.QUOTED : chosen;
        chosen = raw ? Format.RAW : chosen;
        chosen = hex ? Format.HEX : chosen;
        return msgpack ? Format.MSGPACK : chosen;
    }

    /** At most one format may be given. */
    void check(Rules rules) {
        int given = (format == null ? 0 : 1) + count(ascii) + count(quoted) + count(raw) + count(hex) + count(msgpack);
        if (given + count(json) > 1) {
            throw rules.broken("only one format may be given: formats=" + (given + count(json)));
        }
    }

    private static int count(boolean given) {
        return given ? 1 : 0;
    }

    /** Prints a message, does not release it. Whether anybody still reads. */
    boolean print(SpMessage message, PrintStream out) {
        byte[] body = message.bytes();
        synchronized (out) {
            if (json) {
                Received received = new Received(
                        message.pipe(),
                        body.length,
                        new String(body, StandardCharsets.UTF_8),
                        HexFormat.of().formatHex(body));
                out.println(Json.line(received));
            } else {
                out.writeBytes(chosen().of(body));
            }
            return !out.checkError();
        }
    }
}
