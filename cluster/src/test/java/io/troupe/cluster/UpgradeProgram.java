// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.core.ActorSystem;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A member in a process of its own that runs one of two versions of a program: serves until its input ends, then leaves. */
final class UpgradeProgram {
    private UpgradeProgram() {}

    /** {@return the arguments of a process} */
    static List<String> arguments(MemberPlace place, String name, String version) {
        List<String> arguments = new ArrayList<>(place.words());
        arguments.add(name);
        arguments.add(version);
        return arguments;
    }

    @SuppressWarnings("SystemOut") // the test reads it
    public static void main(String[] args) throws IOException {
        String name = args[2];
        ActorSystem system = ActorSystem.start(name);
        Cluster cluster =
                Cluster.join(system, MemberPlace.of(List.of(args)).config(name).version(args[3]));
        if (args[3].equals("1")) {
            cluster.host(Till.class, Till::new);
        } else {
            cluster.host(NextTill.class, NextTill::new);
            cluster.host(Receipt.class, Receipt::new);
        }
        System.out.println("STARTED " + cluster.self().address());
        while (System.in.read() >= 0) {
            // until the test closes it
        }
        system.close();
        System.out.println("CLOSED");
    }
}
