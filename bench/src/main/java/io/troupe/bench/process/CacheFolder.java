// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.process;

import java.nio.file.Path;

/** Where programs are kept that were built when they were first used. */
public final class CacheFolder {
    private CacheFolder() {}

    /** In the user's cache folder; may not be there yet. */
    public static Path path() {
        String chosen = System.getenv("XDG_CACHE_HOME");
        Path base = chosen == null || chosen.isEmpty()
                ? Path.of(System.getProperty("user.home"), ".cache")
                : Path.of(chosen);
        return base.resolve("troupe-bench");
    }
}
