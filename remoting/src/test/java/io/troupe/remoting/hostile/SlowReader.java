// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.transport.Address;
import java.io.IOException;

/** Asks again and again for much and never reads an answer. */
final class SlowReader implements Attacker {
    private final Crowd crowd;

    SlowReader(Address at, Encoding encoding) {
        crowd = new Crowd(2, () -> Stranger.greeted(at, encoding));
    }

    @Override
    public void strike() throws IOException {
        Stranger one = crowd.next();
        one.say(one.ask("give", out -> out.integer(50_000)), one.ask("give", out -> out.integer(200_000)));
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
