// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What sockets may leave behind when all are closed: threads, and (Linux) files for sockets and selectors. */
final class Residue {
    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final long STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
    private static final Path FILES = Path.of("/proc/self/fd");

    private final Set<Long> threads = ids();
    private final int files = files().size();

    private static Stream<Thread> living() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("sp-"));
    }

    private static Set<Long> ids() {
        return living().map(Thread::getId).collect(Collectors.toSet());
    }

    private Set<String> newThreads() {
        return living().filter(thread -> !threads.contains(thread.getId()))
                .map(Thread::getName)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Sockets, selectors and pipes; none where the system does not tell. */
    static List<String> files() {
        List<String> open = new ArrayList<>();
        if (!Files.isDirectory(FILES)) {
            return open;
        }
        try (Stream<Path> all = Files.list(FILES)) {
            for (Path each : all.toList()) {
                String target = target(each);
                if (target.contains("socket:") || target.contains("anon_inode:") || target.contains("pipe:")) {
                    open.add(target);
                }
            }
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return open;
    }

    private static String target(Path file) {
        try {
            return Files.readSymbolicLink(file).toString();
        } catch (IOException e) {
            return "closed meanwhile";
        }
    }

    /** Waits until all is as it was; fails when that does not come. */
    void expectNone() {
        long start = System.nanoTime();
        while ((!newThreads().isEmpty() || files().size() > files) && System.nanoTime() - start < LIMIT_NANOS) {
            LockSupport.parkNanos(STEP_NANOS);
        }
        Set<String> left = newThreads();
        List<String> open = files();
        if (!left.isEmpty() || open.size() > files) {
            throw new AssertionError("nothing must be left when all sockets are closed: threads=" + left
                    + ", filesBefore=" + files + ", filesNow=" + open.size() + ", files=" + new TreeSet<>(open)
                    + connections(open));
        }
    }

    /** What the system says of sockets: addresses and states. */
    private static String connections(List<String> open) {
        StringBuilder text = new StringBuilder();
        for (String table : List.of("tcp", "tcp6", "unix")) {
            try {
                Files.readAllLines(Path.of("/proc/self/net", table)).stream()
                        .filter(line -> open.stream()
                                .anyMatch(file -> file.startsWith("socket")
                                        && line.contains(" " + file.replaceAll("\\D", "") + " ")))
                        .forEach(line -> text.append("\n").append(table).append(line));
            } catch (IOException e) {
                text.append("\nno table: ").append(table);
            }
        }
        return text.toString();
    }
}
