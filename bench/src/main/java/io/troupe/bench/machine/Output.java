// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.machine;

import java.io.IOException;
import java.nio.charset.Charset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** What a short program prints. */
final class Output {
    private static final long SECONDS = 30;

    private Output() {}

    /**
     * Waits for the end of a program and returns what it printed to its standard output.
     *
     * @param both whether what it printed as errors, too
     * @return null if there is no such program, it failed, or it took more than half a minute
     */
    static @Nullable String of(List<String> command, boolean both) {
        Process process;
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(both);
            if (!both) {
                builder.redirectError(ProcessBuilder.Redirect.DISCARD);
            }
            process = builder.start();
            process.getOutputStream().close();
        } catch (IOException e) {
            return null; // there is no such program
        }
        CompletableFuture<String> text = CompletableFuture.supplyAsync(() -> read(process));
        try {
            String printed = text.get(SECONDS, TimeUnit.SECONDS);
            return process.waitFor(SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0 ? printed : null;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        } catch (ExecutionException | TimeoutException e) {
            return null;
        } finally {
            process.destroyForcibly();
        }
    }

    private static String read(Process process) {
        try (var in = process.getInputStream()) {
            return new String(in.readAllBytes(), Charset.defaultCharset());
        } catch (IOException e) {
            return "";
        }
    }
}
