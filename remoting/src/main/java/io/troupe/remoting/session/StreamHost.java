// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.dispatch.budget.MemoryBudget;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.TypeSerializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What streams need of the session that they belong to. For the loop of the connection, unless a method says otherwise. */
interface StreamHost {
    /** The conversations by number. */
    Streams streams();

    /** Sends. Any thread. */
    LinkWriter writer();

    /** Where what is sent waits. Any thread. */
    OutCells cells();

    /** Bounds of the link. Any thread. */
    LinkLimits limits();

    /** Runs a task on the loop, unless the link has ended. Any thread. */
    void execute(Runnable task);

    /** Whether the link has ended. Any thread. */
    boolean isDown();

    /** Why the link has ended, in words. Any thread. */
    String downBecause();

    /** The other side, for people. Any thread. */
    String peerAddress();

    /** Time of the piece of input that is being read, in nanoseconds. */
    long now();

    /** Bytes of the frame that is being read. */
    int frameBytes();

    /** Nanoseconds of a round trip. Any thread; racy. */
    long roundTrip();

    /**
     * Decodes values that came in a frame; what came along in them is given back if they do not fit.
     *
     * @throws io.troupe.remoting.value.WireException if they do not fit
     */
    @Nullable
    Object[] read(Payload.Incoming payload, List<TypeSerializer<?>> serializers);

    /**
     * Tells the other side that a queue of this one fills up.
     *
     * @param meanBytes of a message, for who counts messages
     */
    void complain(Frame.Nak.Scope scope, long id, QueuePressure pressure, double meanBytes);

    /** Whether the other side stops sending when it is told to. */
    boolean peerPauses();

    /** Tells the other side to stop sending, or to go on. */
    void pause(Frame.Nak.Scope scope, long id, boolean on);

    /** What of the context of the calling thread travels with calls over this link; null for nothing. Any thread. */
    @Nullable
    Object capture();

    /**
     * A call with the headers of its context.
     *
     * @param call a tell, a call or the opening of a stream
     * @param captured see {@link #capture}
     * @return the same if there are none, or the other side does not know them
     */
    Frame headed(Frame call, @Nullable Object captured);

    /** What has come over the link and waits. Any thread. */
    MemoryBudget received();

    /**
     * So many bytes more of what has come over the link wait in streams.
     *
     * @param bytes fewer if negative
     */
    void waits(long bytes);

    /** Ends the link because the other side breaks the rules, and says so to it. */
    void fail(String cause);

    /** Runs a task on the loop after so many nanoseconds, unless the link has ended. Any thread. */
    void later(long nanos, Runnable task);
}
