// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** What an actor is: references, promises, supervision and the system. */
@NullMarked
module io.troupe.core {
    requires static transitive org.jspecify;
    requires transitive io.troupe.dispatch;
    requires org.objectweb.asm;
    requires org.slf4j;
}
