// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.frame.Frame;
import io.troupe.remoting.transport.Address;
import java.io.IOException;

/** Asks for little things without end, and throws the answers away. */
final class CallFlood implements Attacker {
    private static final int AT_ONCE = 100;

    private final Crowd crowd;

    CallFlood(Address at, Encoding encoding) {
        crowd = new Crowd(4, () -> Stranger.greeted(at, encoding));
    }

    @Override
    public void strike() throws IOException {
        Stranger one = crowd.next();
        Frame[] asks = new Frame[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            asks[i] = one.ask("echo", out -> out.text("ten bytes."));
        }
        one.say(asks);
        one.hear();
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
