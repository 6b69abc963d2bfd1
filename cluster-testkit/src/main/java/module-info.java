// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** Several members of a cluster in one process, for tests. */
@NullMarked
module io.troupe.cluster.testkit {
    requires static transitive org.jspecify;
    requires transitive io.troupe.cluster;
    requires transitive io.troupe.testkit;

    exports io.troupe.cluster.testkit;
}
