// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.util.Locale;

/** Kinds of frames. The numbers are part of the wire format; UNKNOWN never travels. */
public enum FrameType {
    /** See {@link Frame.Hello}. */
    HELLO(1),
    /** See {@link Frame.Tell}. */
    TELL(2),
    /** See {@link Frame.Call}. */
    CALL(3),
    /** See {@link Frame.Reply}. */
    REPLY(4),
    /** See {@link Frame.Fail}. */
    FAIL(5),
    /** See {@link Frame.Cancel}. */
    CANCEL(6),
    /** See {@link Frame.Limit}. */
    LIMIT(7),
    /** See {@link Frame.Open}. */
    OPEN(8),
    /** See {@link Frame.Item}. */
    ITEM(9),
    /** See {@link Frame.End}. */
    END(10),
    /** See {@link Frame.Request}. */
    REQUEST(11),
    /** See {@link Frame.Gap}. */
    GAP(12),
    /** See {@link Frame.Undelivered}. */
    UNDELIVERED(13),
    /** See {@link Frame.Nak}. */
    NAK(14),
    /** See {@link Frame.Ping}. */
    PING(15),
    /** See {@link Frame.Pong}. */
    PONG(16),
    /** See {@link Frame.Watch}. */
    WATCH(17),
    /** See {@link Frame.Ended}. */
    ENDED(18),
    /** See {@link Frame.Release}. */
    RELEASE(19),
    /** See {@link Frame.Named}. */
    NAMED(20),
    /** See {@link Frame.Goodbye}. */
    GOODBYE(21),
    /** See {@link Frame.Pause}. */
    PAUSE(22),
    /** See {@link Frame.Fragment}. */
    FRAGMENT(23),
    /** See {@link Frame.GoAway}. */
    GOAWAY(24),
    /** See {@link Frame.KeyNumber}. */
    KEY(25),
    /** See {@link Frame.Unknown}. */
    UNKNOWN(26);

    private final int code;

    FrameType(int code) {
        this.code = code;
    }

    /** Number on the wire, from 1. */
    int code() {
        return code;
    }

    /** Name on the wire in self-describing encodings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
