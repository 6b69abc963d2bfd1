// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.error.LinkLostException;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.pacing.QueuePressure;
import io.troupe.remoting.value.WireException;
import org.jspecify.annotations.Nullable;

/**
 * The near end of a stream: told what comes. On the loop; must not block. What ends a stream in a way that makes no sense for
 * it counts as its failure, so that nobody waits for ever.
 */
interface StreamHandler {
    /**
     * A value.
     *
     * @throws WireException if it does not fit: ends the stream
     */
    default void onItem(Payload.Incoming value) {}

    /** The other side has sent a value that does not fit; the stream has ended. */
    default void onMisfit(WireException cause) {
        onEnd(Failures.of(Failure.Code.BAD_ARGUMENTS, String.valueOf(cause.getMessage())));
    }

    /** The outcome of what the stream stands for; it has ended. */
    default void onReply(Payload.Incoming value) {
        onFail(nonsense("a reply"));
    }

    /** The failure of what the stream stands for; it has ended. */
    void onFail(Failure failure);

    /**
     * The other side sends no more items.
     *
     * @param failure why, or null
     * @return whether the stream has ended for this side, too
     */
    default boolean onEnd(@Nullable Failure failure) {
        onFail(failure == null ? nonsense("an end") : failure);
        return true;
    }

    /** The other side wants no more of it; the stream has ended. */
    default void onCancel() {
        onFail(Failures.of(Failure.Code.CANCELLED, "cancelled by the other side"));
    }

    /** It has come in something that may wait for somebody to look at it. */
    default void onCarried(PromiseCarrier by) {}

    /** What it was handed over in has not been taken; the stream has ended. */
    default void onTakenBack() {}

    /** The other side is ready for more items. */
    default void onRequest(long count) {}

    /** The other side has left out items. */
    default void onGap(long count) {}

    /**
     * The other side cannot keep up with the items. What waits for this stream is slowed down in any case.
     *
     * @param roundTrip nanoseconds
     */
    default void onPressure(QueuePressure pressure, long roundTrip) {}

    /** A watched actor has ended; so has the stream. */
    default void onEnded(String address, String reason) {
        onFail(nonsense("the end of an actor"));
    }

    /** Whether it stands for one outcome that is yet to come: a link that ends in good order waits for those. */
    default boolean isAwaited() {
        return false;
    }

    /** The link has ended. */
    void onLost(LinkLostException cause);

    private static Failure nonsense(String what) {
        return Failures.of(Failure.Code.PROTOCOL, "a stream must not be ended by " + what);
    }
}
