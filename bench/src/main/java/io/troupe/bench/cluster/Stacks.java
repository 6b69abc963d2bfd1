// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster;

import io.troupe.bench.cluster.jdbc.JdbcStack;
import io.troupe.bench.cluster.link.LinkStack;
import io.troupe.bench.cluster.load.Load;
import io.troupe.bench.cluster.pekko.PekkoStack;
import io.troupe.bench.cluster.stack.Stack;
import io.troupe.bench.cluster.troupe.TroupeStack;
import java.util.List;

/** All stacks there are. */
final class Stacks {
    private static final String LINK = "limit-link";
    private static final String JDBC = "limit-jdbc";
    private static final String TROUPE = "troupe";
    private static final String STATE = "pekko-state";

    private static final List<Stack> ALL =
            List.of(new LinkStack(), new JdbcStack(), new TroupeStack(), new PekkoStack(true), new PekkoStack(false));

    private Stacks() {}

    static List<String> names() {
        return ALL.stream().map(Stack::name).toList();
    }

    /**
     * Finds a stack.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    static Stack named(String name) {
        return ALL.stream()
                .filter(stack -> stack.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("stack must be one of " + names() + ": stack=" + name));
    }

    /** Whether a stack has anything to do with a load: limits belong to one kind, and both of Pekko's differ in what they store. */
    static boolean fits(String stack, Load load) {
        return switch (stack) {
            case LINK -> load.benchmark().equals("ask");
            case JDBC -> load.outstanding() > 0 && !load.keepsNothing();
            case TROUPE -> true;
            case STATE -> !load.inFile() && load.outstanding() > 0 && !load.keepsNothing();
            default -> !load.inFile();
        };
    }
}
