// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Says its greeting letter by letter. */
final class SlowLoris implements Crowd.Habit {
    private static final byte[] LINE =
            ("TROUPE/1.0 " + "letter-by-letter,".repeat(25)).getBytes(StandardCharsets.US_ASCII);

    private int at;

    @Override
    public void strike(Stranger one) throws IOException {
        one.say(new byte[] {LINE[at / Attacker.CROWD % LINE.length]});
        at++;
        one.hear();
    }
}
