// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A member in a process of its own: serves until its input ends, then leaves; tells its own end by a line. */
final class MemberProgram {
    static final Duration LEASE = Duration.ofSeconds(3);

    private MemberProgram() {}

    static ClusterConfig config(Path file, String name) {
        return ClusterConfig.file(file)
                .listen("tcp://127.0.0.1:0")
                .name(name)
                .lease(LEASE)
                .joinDelay(Duration.ZERO);
    }

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws IOException {
        ActorSystem system = ActorSystem.start(args[1]);
        Cluster cluster = Cluster.join(system, config(Path.of(args[0]), args[1]));
        cluster.host(Purse.class, Purse::new);
        cluster.singleton(
                Lamp.class,
                () -> new Lamp(args[1], new ConcurrentLinkedQueue<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public boolean add(String member) {
                        System.out.println("BURNS at " + member);
                        return super.add(member);
                    }
                }));
        cluster.ended().then(why -> System.out.println("ENDED " + why));
        System.out.println("STARTED " + cluster.self().address());
        while (System.in.read() >= 0) {
            // until the test closes it
        }
        system.close();
        System.out.println("CLOSED");
    }
}
