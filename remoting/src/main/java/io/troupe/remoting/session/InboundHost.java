// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.actor.OutletHost;
import io.troupe.core.message.Caller;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What calls of the other side need of the session that they come over. For the loop of the connection. */
interface InboundHost extends StreamHost {
    /** The actor system of this side. */
    OutletHost host();

    /** What may be called, and who sees calls. Any thread. */
    Exposures exposures();

    /** Who has proven to be at the other end, or null. */
    @Nullable
    Caller caller();

    /** The context of a call that has come with headers, or null. */
    @Nullable
    Object context(Map<String, String> headers);

    /** Queues that are watched, shared by all sessions. */
    QueueWatches pressures();

    /** Streams that came along in the values read last are not wanted. */
    void giveBack();

    /** Whether so many answers wait to be sent that no more calls should begin. */
    boolean answersWait();

    /** Stops reading because too much is held back for full mailboxes, or reads on. */
    void readOn(boolean on);
}
