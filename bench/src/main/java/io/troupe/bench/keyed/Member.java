// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.keyed;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.core.ActorSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The only member of a cluster, so it owns all keys: with a lease, a listener and a file that are those of members. */
final class Member {
    private Member() {}

    static Cluster join(ActorSystem system) {
        try {
            Path folder = Files.createTempDirectory("troupe-member");
            Path file = folder.resolve("states.db");
            folder.toFile().deleteOnExit(); // in the reverse order
            for (String suffix : List.of("", "-wal", "-shm")) {
                folder.resolve("states.db" + suffix).toFile().deleteOnExit();
            }
            return Cluster.join(
                    system, ClusterConfig.file(file).listen("tcp://127.0.0.1:0").joinDelay(Duration.ZERO));
        } catch (IOException e) {
            throw new UncheckedIOException("a folder must be made", e);
        }
    }
}
