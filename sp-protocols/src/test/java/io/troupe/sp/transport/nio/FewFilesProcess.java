// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;

/** A process that may open few files, and tries to start reactors when fewer are left than they need. */
final class FewFilesProcess {
    /** More than reactors need. */
    private static final int MOST = 12;

    private static final String LIMIT = "400";

    /** The virtual machine opens files of its own for moments. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** What it prints if no attempt costs files. */
    static final String ALL_BACK = "all back";

    private FewFilesProcess() {}

    /** Prints how many files were left where an attempt has cost some of them. */
    public static void main(String[] args) throws IOException {
        ReactorGroup.start().close(); // loads classes, which needs files
        StringBuilder result = new StringBuilder().append(new SpException(SpError.IO, "for its classes"));
        Deque<FileInputStream> taken = new ArrayDeque<>();
        take(taken);
        result.setLength(0);
        for (int left = 1; left <= MOST; left++) {
            giveBack(taken, left);
            try {
                ReactorGroup.start().close();
            } catch (SpException e) {
                // there are too few
            }
            int back = take(taken);
            long begin = System.nanoTime();
            while (back < left && System.nanoTime() - begin < PATIENCE_NANOS) {
                Thread.onSpinWait();
                back += take(taken);
            }
            if (back < left) {
                result.append(left).append(' ');
            }
        }
        giveBack(taken, taken.size());
        System.out.println(result.isEmpty() ? ALL_BACK : result);
    }

    /** Opens what can be opened, and returns how many that were. */
    private static int take(Deque<FileInputStream> taken) {
        int count = 0;
        while (true) {
            try {
                taken.add(new FileInputStream("/dev/null"));
                count++;
            } catch (IOException e) {
                return count;
            }
        }
    }

    private static void giveBack(Deque<FileInputStream> taken, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            taken.remove().close();
        }
    }

    static String outcome() throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "ulimit -n " + LIMIT + " && exec \"$@\"",
                        "sh",
                        java,
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classes,
                        FewFilesProcess.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            return process.inputReader().readLine();
        } finally {
            process.destroyForcibly();
        }
    }
}
