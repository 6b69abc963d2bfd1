// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.codec.Frame;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Begins large messages and never comes to their end. */
final class EndlessPieces implements Crowd.Habit {
    private static final int LARGE = 1_000_000;
    private static final int PIECE = 20_000;

    private long number;

    @Override
    public void strike(Stranger one) throws IOException {
        number++;
        one.say(new Frame.Fragment(number, LARGE, ByteBuffer.allocate(PIECE)));
        one.say(new Frame.Fragment(number, 0, ByteBuffer.allocate(1)));
        one.hear();
    }
}
