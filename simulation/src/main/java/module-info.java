// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Several systems, their links, disks and failures in one thread, from one seed. */
@NullMarked
module io.troupe.simulation {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires transitive io.troupe.net;
    requires transitive io.troupe.remoting;
    requires transitive io.troupe.sp;
    requires transitive io.troupe.testkit;
    requires static transitive org.junit.jupiter.api; // for those who use @Simulated
    requires static org.junit.platform.commons;
    requires org.slf4j;

    exports io.troupe.simulation;
    exports io.troupe.simulation.delay;
    exports io.troupe.simulation.disk;
    exports io.troupe.simulation.network;
}
