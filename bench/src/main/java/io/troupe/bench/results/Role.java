// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.results;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What a system is in a comparison. */
public enum Role {
    /** This project, also where a program assigned its actors by hand. */
    OURS,
    /** What others offer for the same job. */
    PEER,
    /** The cheapest thing that does the same work; no peer, because it leaves out what everybody else must do. */
    LIMIT;

    private static final Set<String> OUR_METHODS =
            Set.of("byHand", "kept", "fresh", "oneGenerated", "eightGenerated", "sameWorker", "crossWorker");

    private static final List<String> LIMIT_BEGINNINGS = List.of("jctools", "chunkedloops", "loops", "raw_", "limit");
    private static final Set<String> HAND_WRITTEN = Set.of("oneHandWritten", "eightHandWritten");
    private static final Set<String> FLOORS = Set.of("c", "c-spin", "nio", "nio-spin");

    /** What knows the future, and a program that does nothing at all. */
    private static final Set<String> BOUNDS = Set.of("simulation.optimal", "simulation.single", "footprint.none");

    /** Whose systems are the mailboxes that an actor can have. */
    private static final String MAILBOX = "mailbox";

    /** The role of a system in a suite, by the names that the suites give. What is unknown is a peer. */
    public static Role of(String suite, String system) {
        String name = system.toLowerCase(Locale.ROOT);
        boolean limit = LIMIT_BEGINNINGS.stream().anyMatch(name::startsWith)
                || BOUNDS.contains(suite + "." + name)
                || HAND_WRITTEN.contains(system)
                || (suite.equals("remoting") && name.equals("netty"))
                || suite.equals("queue")
                || (suite.equals("spawn") && name.equals("executor"))
                || (suite.equals("sp") && FLOORS.contains(name));
        if (limit) {
            return LIMIT;
        }
        boolean ours = name.startsWith("troupe")
                || OUR_METHODS.contains(system)
                || suite.equals("trap")
                || suite.equals(MAILBOX)
                || (suite.equals("simulation") && name.equals("adaptive"));
        return ours ? OURS : PEER;
    }
}
