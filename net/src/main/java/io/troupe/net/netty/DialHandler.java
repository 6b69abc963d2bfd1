// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.netty;

import io.netty.channel.Channel;

/** Told about one attempt to dial. On the loops, save where noted. */
public interface DialHandler {
    /** Whether nobody wants it any more: then no further place is tried. Any thread. */
    boolean isOver();

    /** This channel is about to be connected: it gets its handlers now. Once per place that is tried. */
    void onChannel(Channel channel);

    /** The channel that came last is connected. */
    default void onConnected() {}

    /**
     * No place has answered.
     *
     * @param cause why the last one did not
     */
    void onFailure(Throwable cause);
}
