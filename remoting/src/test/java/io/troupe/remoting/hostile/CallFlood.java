// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.codec.Frame;
import java.io.IOException;

/** Asks for little things without end, and throws the answers away. */
final class CallFlood implements Crowd.Habit {
    private static final int AT_ONCE = 100;

    @Override
    public void strike(Stranger one) throws IOException {
        Frame[] asks = new Frame[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            asks[i] = one.ask("echo", out -> out.text("ten bytes."));
        }
        one.say(asks);
        one.hear();
    }
}
