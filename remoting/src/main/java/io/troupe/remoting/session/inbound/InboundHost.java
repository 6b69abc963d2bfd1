// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session.inbound;

import io.troupe.core.actor.OutletHost;
import io.troupe.remoting.session.stream.StreamHost;

/** What calls of the other side need of the session that they come over. For the loop of the connection. */
public interface InboundHost extends StreamHost {
    /** The actor system of this side. */
    OutletHost host();

    /** Queues that are watched, shared by all sessions. */
    Pressures pressures();

    /** Streams that came along in the values read last are not wanted. */
    void giveBack();

    /** Stops reading because too much is held back for full mailboxes, or reads on. */
    void readOn(boolean on);
}
