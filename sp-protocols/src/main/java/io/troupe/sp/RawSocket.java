// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.Receiver;
import io.troupe.sp.socket.Sender;

/**
 * A socket without its protocol's memory: headers are received and sent as they are, whoever uses it keeps the rules. Devices
 * take such sockets only, and know them by this class.
 */
final class RawSocket extends PlainSocket {
    /** A socket with this core, which these do the work for; {@link UnsupportedDirection} stands for a missing direction. */
    RawSocket(SocketCore core, Pattern pattern, Sender out, Receiver in) {
        super(core, pattern, out, in);
    }
}
