// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The processes that a test has started. Those that still run at its end are killed. */
final class MemberProcesses implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final List<MemberProcess> started = new ArrayList<>();

    /** Starts one, see {@link MemberProcess#start}. */
    MemberProcess start(Path folder, String name, Class<?> program, List<String> arguments) throws IOException {
        return add(MemberProcess.start(folder, name, program, arguments));
    }

    /** Takes one that was started. */
    MemberProcess add(MemberProcess process) {
        started.add(process);
        return process;
    }

    @Override
    public void close() {
        started.forEach(MemberProcess::close);
    }

    /** Waits until some members, and nobody else, own all keys, each at least half of its share. */
    static void awaitShared(Cluster caller, Collection<String> names) {
        Await.until("all keys are owned by " + names, LIMIT, () -> {
            List<ClusterMember> owners =
                    caller.members().stream().filter(each -> each.shards() > 0).toList();
            return owners.stream()
                            .map(ClusterMember::name)
                            .collect(Collectors.toSet())
                            .equals(Set.copyOf(names))
                    && owners.stream().mapToInt(ClusterMember::shards).sum() == 4096
                    && owners.stream().mapToInt(ClusterMember::shards).min().orElse(0) > 4096 / names.size() / 2;
        });
    }
}
