// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.process;

import java.io.IOException;

/** The process that started this one. */
public final class Parent {
    /** Begins the line that says why a process ends. */
    public static final String ERROR = "ERROR ";

    private static final int FAILED = 1;
    private static final int ORPHANED = 3;

    private Parent() {}

    /** Work of a process. */
    @FunctionalInterface
    public interface Work {
        /** Does it. */
        void run() throws Exception;
    }

    /** Ends this process at once when its standard input does, which also happens when the parent is killed. */
    public static void watch() {
        Thread watch = new Thread(
                () -> {
                    try {
                        while (System.in.read() >= 0) {
                            // Nothing is ever said here; only the end counts.
                        }
                    } catch (IOException e) {
                        // The end, too.
                    }
                    Runtime.getRuntime().halt(ORPHANED);
                },
                "parent-watch");
        watch.setDaemon(true);
        watch.start();
    }

    /** Works, then ends the process whatever threads it has left; says in one line why if the work failed. */
    public static void guard(Work work) {
        int code = 0;
        try {
            work.run();
        } catch (Throwable e) { // whatever it is, the parent must hear of it
            e.printStackTrace();
            System.out.println(ERROR + reason(e));
            code = FAILED;
        }
        System.out.flush();
        Runtime.getRuntime().halt(code);
    }

    private static String reason(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        String text = root == failure ? failure.toString() : failure + ", because " + root;
        return text.replaceAll("\\s+", " ");
    }
}
