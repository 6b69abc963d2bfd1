// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.transport.Address;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says its greeting letter by letter. */
final class SlowLoris implements Attacker {
    private static final byte[] LINE =
            ("TROUPE/1.0 " + "letter-by-letter,".repeat(25)).getBytes(StandardCharsets.US_ASCII);

    private final Crowd crowd;
    private int at;

    SlowLoris(Address address) {
        crowd = new Crowd(CROWD, () -> Stranger.silent(address));
    }

    @Override
    public void strike() throws IOException {
        Stranger one = crowd.next();
        one.say(new byte[] {LINE[at / CROWD % LINE.length]});
        at++;
        one.hear();
    }

    @Override
    public void close() throws IOException {
        crowd.close();
    }
}
