// SPDX-License-Identifier: Apache-2.0
package io.troupe.net.framed;

/** What became of a frame that was to be sent. */
public enum FrameAcceptance {
    /** It leaves in order; nobody says whether it arrives. */
    QUEUED,
    /** Too many bytes wait; {@link FrameHandler#onWritable} tells when to try again. */
    FULL,
    /** The connection is closed, or closing. */
    CLOSED
}
