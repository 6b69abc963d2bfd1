// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** How work runs: mailboxes, workers, dispatchers and timers. Knows nothing of actors. */
@NullMarked
@SuppressWarnings("module") // the modules that qualified exports name are compiled later
module io.troupe.dispatch {
    requires static transitive org.jspecify;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    // for users
    exports io.troupe.dispatch;
    exports io.troupe.dispatch.balance;
    exports io.troupe.dispatch.mailbox;
    exports io.troupe.dispatch.timer;

    // what is scheduled: for the floors above
    exports io.troupe.dispatch.cell to
            io.troupe.cluster,
            io.troupe.core,
            io.troupe.net,
            io.troupe.remoting,
            io.troupe.sp,
            io.troupe.testkit;
    exports io.troupe.dispatch.thread to
            io.troupe.core;
}
