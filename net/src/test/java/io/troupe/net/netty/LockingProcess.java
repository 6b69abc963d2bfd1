// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import java.io.IOException;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A process that locks a file until it gets a line. Needs no class but its own. */
final class LockingProcess {
    private LockingProcess() {}

    /** Argument: the file. */
    public static void main(String[] args) throws IOException {
        try (FileChannel channel =
                FileChannel.open(Path.of(args[0]), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.lock();
            System.out.println("locked");
            System.in.read();
        }
    }

    static Process start(Path file) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Path classes = Path.of(URI.create(LockingProcess.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toString()));
        return new ProcessBuilder(java, "-cp", classes.toString(), LockingProcess.class.getName(), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
