// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** A crowd that connects and says nothing, half a greeting, or half a frame. */
final class HalfOpen implements Crowd.Arriving, Crowd.Habit {
    private static final byte[] HALF = "TROUPE/1.0 bin".getBytes(StandardCharsets.US_ASCII);

    private final Address at;
    private final Encoding encoding;
    private int count;

    HalfOpen(Address at, Encoding encoding) {
        this.at = at;
        this.encoding = encoding;
    }

    @Override
    public Stranger arrive() throws IOException {
        switch (count++ % 4) {
            case 0 -> {
                return Stranger.silent(at);
            }
            case 1 -> {
                Stranger one = Stranger.silent(at);
                one.say(HALF);
                return one;
            }
            case 2 -> {
                Stranger one = Stranger.silent(at);
                one.say(("TROUPE/1.0 " + encoding + "\n").getBytes(StandardCharsets.US_ASCII));
                return one;
            }
            default -> {
                Stranger one = Stranger.greeted(at, encoding);
                one.say(new byte[] {0, 0, 100, 0, 1}); // of a frame that never comes
                return one;
            }
        }
    }

    @Override
    public void strike(Stranger one) throws IOException {
        one.hear();
    }
}
