// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

/** The answer of {@link FramedConnection#send}: whether the connection has taken the frame. */
public enum FrameAcceptance {
    /** The frame leaves behind those that were sent before. Nothing tells whether it arrives. */
    QUEUED,
    /** Too many bytes wait. The frame stays the caller's; {@link FrameHandler#onWritable} tells when to try again. */
    FULL,
    /** The connection is closed or closing. It never takes a frame again. */
    CLOSED
}
