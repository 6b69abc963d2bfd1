// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/** A member in a process of its own: serves until its input ends, then leaves; tells its own end by a line. */
final class MemberProgram {
    private MemberProgram() {}

    /** {@return the arguments of a process} */
    static List<String> arguments(MemberPlace place, String name) {
        return List.of(place.states(), place.registry(), name);
    }

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws IOException {
        MemberPlace place = MemberPlace.of(List.of(args));
        String name = args[2];
        ActorSystem system = ActorSystem.start(name);
        Cluster cluster = Cluster.join(system, place.config(name));
        cluster.host(Purse.class, Purse::new);
        cluster.singleton(
                Lamp.class,
                () -> new Lamp(name, new ConcurrentLinkedQueue<>() {
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
