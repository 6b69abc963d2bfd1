// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.frame;

import java.util.Locale;

/** Kinds of frames. The order is part of the wire format: new ones go to the end, before UNKNOWN, which has no code. */
public enum FrameType {
    /** See {@link Frame.Hello}. */
    HELLO,
    /** See {@link Frame.Tell}. */
    TELL,
    /** See {@link Frame.Call}. */
    CALL,
    /** See {@link Frame.Reply}. */
    REPLY,
    /** See {@link Frame.Fail}. */
    FAIL,
    /** See {@link Frame.Cancel}. */
    CANCEL,
    /** See {@link Frame.Limit}. */
    LIMIT,
    /** See {@link Frame.Open}. */
    OPEN,
    /** See {@link Frame.Item}. */
    ITEM,
    /** See {@link Frame.End}. */
    END,
    /** See {@link Frame.Request}. */
    REQUEST,
    /** See {@link Frame.Gap}. */
    GAP,
    /** See {@link Frame.Undelivered}. */
    UNDELIVERED,
    /** See {@link Frame.Nak}. */
    NAK,
    /** See {@link Frame.Ping}. */
    PING,
    /** See {@link Frame.Pong}. */
    PONG,
    /** See {@link Frame.Watch}. */
    WATCH,
    /** See {@link Frame.Ended}. */
    ENDED,
    /** See {@link Frame.Release}. */
    RELEASE,
    /** See {@link Frame.Named}. */
    NAMED,
    /** See {@link Frame.Goodbye}. */
    GOODBYE,
    /** See {@link Frame.Unknown}. */
    UNKNOWN;

    /** Number on the wire, from 1. */
    public int code() {
        return ordinal() + 1;
    }

    /** Name on the wire in self-describing encodings. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
