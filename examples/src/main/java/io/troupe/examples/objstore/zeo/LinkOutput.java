// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.net.framed.FrameAcceptance;

/** Where the frames of a link go; of a connection, or of a test. */
interface LinkOutput {
    /** Whether an answer of so many bytes, about, may be made and sent now. If not, {@link ZeoLink#flush} follows. */
    boolean hasRoom(int bytes);

    /** The answer for which there was no room needs none any more. */
    void noRoomNeeded();

    /** Sends a frame, if there is room. */
    FrameAcceptance send(byte[] frame);

    /** So many bytes of messages that have come are taken. */
    void taken(int bytes);

    /** Lets further requests in: as many as were admitted and are done with. */
    void release(int requests);

    /** Ends the link, when what was sent has left. */
    void close();

    /** Ends the link at once, with a line for people. */
    void abort(String sentence);
}
