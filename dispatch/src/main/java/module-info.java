// SPDX-License-Identifier: Apache-2.0
import org.jspecify.annotations.NullMarked;

/** How work runs: mailboxes, workers, dispatchers and timers. Knows nothing of actors. */
@NullMarked
module io.troupe.dispatch {
    requires static transitive org.jspecify;
    requires jdk.jfr;
    requires org.jctools.core.jdk11;
    requires org.slf4j;

    exports io.troupe.dispatch;
    exports io.troupe.dispatch.balance;
    exports io.troupe.dispatch.budget;
    exports io.troupe.dispatch.cell;
    exports io.troupe.dispatch.idle;
    exports io.troupe.dispatch.mailbox;
    exports io.troupe.dispatch.timer;
    exports io.troupe.dispatch.worker;
}
