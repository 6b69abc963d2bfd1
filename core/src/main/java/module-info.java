// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** What an actor is: references, promises, supervision and the system. */
@NullMarked
module io.troupe.core {
    requires static transitive org.jspecify;
    requires transitive io.troupe.dispatch;
    requires jdk.jfr;
    requires org.objectweb.asm;
    requires org.slf4j;
    requires jdk.unsupported;

    // for users
    exports io.troupe.core;
    exports io.troupe.core.actor;
    exports io.troupe.core.error;
    exports io.troupe.core.group;
    exports io.troupe.core.promise;
    exports io.troupe.core.stats;

    // for generated code and for other modules that carry messages
    exports io.troupe.core.message;
    exports io.troupe.core.reference;
}
