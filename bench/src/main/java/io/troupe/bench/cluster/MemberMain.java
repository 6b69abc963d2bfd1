// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.load.Crew;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.cluster.stack.Site;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.stack.Store;
import io.troupe.bench.process.Parent;
import java.time.Duration;

/** A member, which serves until it ends; started by {@link CallerMain}, not by hand. */
public final class MemberMain {
    private MemberMain() {}

    /** Runs {@code STACK STORE DEADLINE-MILLIS SEED}. */
    public static void main(String[] args) {
        Parent.watch();
        Parent.guard(() -> {
            Stack stack = Stacks.named(args[0]);
            Node node =
                    stack.join(new Site(new Store(args[1]), args[3], true, Duration.ofMillis(Long.parseLong(args[2]))));
            System.out.println(Crew.JOINED + node.address());
            Thread.currentThread().join(); // until a signal, or the parent, ends this process
        });
    }
}
