// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.codec.Frame;
import java.io.IOException;

/** Says of everything that it is too much, and asks for more all the same. */
final class Complainer implements Crowd.Habit {
    @Override
    public void strike(Stranger one) throws IOException {
        for (Frame.Nak.Scope scope : Frame.Nak.Scope.values()) {
            one.say(
                    new Frame.Nak(scope, 1, 4, Long.MAX_VALUE, 1, 0),
                    new Frame.Pause(scope, 1, true),
                    new Frame.Ping(one.stream()),
                    one.ask("give", out -> out.integer(1_000)));
        }
        one.hear();
    }
}
