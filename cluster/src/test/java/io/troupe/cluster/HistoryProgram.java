// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.sql.CarelessMember;
import io.troupe.core.ActorSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** A member with two clients in a process of its own. Its clients end at the first line of its input, it leaves when that ends. */
final class HistoryProgram {
    static final Duration LEASE = Duration.ofSeconds(3);

    /** Clients of one process. */
    static final int CLIENTS = 2;

    private static final Duration NEVER = Duration.ofMinutes(1);

    private HistoryProgram() {}

    /**
     * {@return the arguments of a process}
     *
     * @param client number of its first client
     * @param careless whether it has neither lease nor fence
     */
    static List<String> arguments(MemberPlace place, String name, Path folder, int client, boolean careless) {
        return List.of(
                place.states(),
                place.registry(),
                name,
                folder.toString(),
                Integer.toString(client),
                Boolean.toString(careless));
    }

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws IOException {
        MemberPlace place = MemberPlace.of(List.of(args));
        String name = args[2];
        Path folder = Path.of(args[3]);
        int client = Integer.parseInt(args[4]);
        ActorSystem system = ActorSystem.start(name);
        Cluster cluster = Boolean.parseBoolean(args[5])
                ? joinCarelessly(system, place, name)
                : Cluster.join(system, place.config(name).lease(LEASE));
        cluster.host(Slate.class, Slate::new);
        cluster.ended().then(why -> System.out.println("ENDED " + why));
        try (HistoryClient one = new HistoryClient(client, cluster, folder).start();
                HistoryClient two = new HistoryClient(client + 1, cluster, folder).start()) {
            System.out.println("STARTED with " + one.answered() + two.answered());
            int unused = System.in.read();
        }
        System.out.println("QUIET");
        while (System.in.read() >= 0) {
            // until the test closes it
        }
        system.close();
        System.out.println("CLOSED");
    }

    private static Cluster joinCarelessly(ActorSystem system, MemberPlace place, String name) {
        return CarelessMember.join(
                Cluster.source(place.config()),
                LEASE,
                (remoting, registry, store) ->
                        ClusterEntry.join(system, place.config(name).lease(NEVER), remoting, registry, store),
                system);
    }
}
