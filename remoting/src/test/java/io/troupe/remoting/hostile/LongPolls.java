// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.Encoding;
import io.troupe.remoting.transport.Address;
import java.io.IOException;

/** Asks what is never answered, with arguments that take memory. */
final class LongPolls implements Attacker {
    private final Crowd crowd;

    LongPolls(Address at, Encoding encoding) {
        crowd = new Crowd(CROWD / 2, () -> Stranger.greeted(at, encoding));
    }

    @Override
    public void strike() throws IOException {
        Stranger one = crowd.next();
        one.say(one.ask("never", out -> out.bytes(new byte[10_000])));
        one.hear();
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
