// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** What an actor is: references, promises, supervision and the system. */
@NullMarked
@SuppressWarnings("module") // the modules that some packages are exported to are built after this one
module io.troupe.core {
    requires static transitive org.jspecify;
    requires transitive io.troupe.dispatch;
    requires com.lmax.disruptor;
    requires jdk.jfr;
    requires org.objectweb.asm;
    requires org.slf4j;

    // for users
    exports io.troupe.core;
    exports io.troupe.core.actor;
    exports io.troupe.core.call;
    exports io.troupe.core.channel;
    exports io.troupe.core.error;
    exports io.troupe.core.group;
    exports io.troupe.core.line;
    exports io.troupe.core.promise;
    exports io.troupe.core.stats;

    // for our own modules that carry calls or stand in for actors. Generated classes belong to the modules of users and
    // call message and reference, too: ClassDefiner exports these two to each such module when it defines its first
    // class there
    exports io.troupe.core.continuation to
            io.troupe.cluster,
            io.troupe.remoting,
            io.troupe.simulation,
            io.troupe.sp,
            io.troupe.testkit;
    exports io.troupe.core.host to
            io.troupe.cluster,
            io.troupe.remoting,
            io.troupe.simulation,
            io.troupe.testkit;
    exports io.troupe.core.message to
            io.troupe.cluster,
            io.troupe.net,
            io.troupe.remoting,
            io.troupe.sp,
            io.troupe.testkit;
    exports io.troupe.core.reference to
            io.troupe.cluster,
            io.troupe.remoting,
            io.troupe.testkit;
    exports io.troupe.core.relay to
            io.troupe.remoting;

    // objects without constructors: sun.reflect.ReflectionFactory
    requires jdk.unsupported;
}
