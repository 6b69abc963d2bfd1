// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What peers may leave behind.
 *
 * @param threads names of the loops of links, but for those of attackers
 * @param files sockets, pipes and selectors that are open; 0 where the system does not tell (other than Linux)
 * @param heap bytes in use after a collection
 */
record Residue(Set<String> threads, int files, long heap) {
    /** Part of the names of threads that belong to the attackers. */
    static final String HOSTILE = "hostile";

    private static final Path FILES = Path.of("/proc/self/fd");

    static Residue now() {
        return new Residue(living(), openFiles(), usedHeap());
    }

    static Set<String> living() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("troupe-remoting-") && !name.contains(HOSTILE))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    static int openFiles() {
        if (!Files.isDirectory(FILES)) {
            return 0;
        }
        try (Stream<Path> all = Files.list(FILES)) {
            return (int) all.map(Residue::target)
                    .filter(target -> target.startsWith("socket:") || target.startsWith("anon_inode:"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    static long usedHeap() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
