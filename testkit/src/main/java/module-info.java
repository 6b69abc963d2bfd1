// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Helpers to test actors without sleeping. */
@NullMarked
module io.troupe.testkit {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires transitive org.assertj.core;
    requires com.fasterxml.jackson.core;
    requires jdk.jfr;

    exports io.troupe.testkit;
    exports io.troupe.testkit.diagram;
    exports io.troupe.testkit.fault;
    exports io.troupe.testkit.history;
    exports io.troupe.testkit.schedule;
    exports io.troupe.testkit.trace;
    exports io.troupe.testkit.wire;
}
