// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.transport.Address;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Begins large messages and never comes to their end. */
final class EndlessPieces implements Attacker {
    private static final int LARGE = 1_000_000;
    private static final int PIECE = 20_000;

    private final Crowd crowd;
    private long number;

    EndlessPieces(Address at, Encoding encoding) {
        crowd = new Crowd(8, () -> Stranger.greeted(at, encoding));
    }

    @Override
    public void strike() throws IOException {
        Stranger one = crowd.next();
        number++;
        one.say(new Frame.Fragment(number, LARGE, ByteBuffer.allocate(PIECE)));
        one.say(new Frame.Fragment(number, 0, ByteBuffer.allocate(1)));
        one.hear();
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
