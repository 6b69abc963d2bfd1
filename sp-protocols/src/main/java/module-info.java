// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** The scalability protocols (SP) in pure Java, wire-compatible with nanomsg, nng and mangos. */
@NullMarked
module io.troupe.sp {
    requires static transitive org.jspecify;
    requires transitive io.troupe.core;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    exports io.troupe.sp.error;
}
