// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.net.transport.Address;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.io.IOException;

/** Comes, asks, and has gone before the answer; again and again. */
final class FastReconnect implements Attacker {
    private final Address at;
    private final Encoding encoding;

    FastReconnect(Address at, Encoding encoding) {
        this.at = at;
        this.encoding = encoding;
    }

    @Override
    public void strike() throws IOException {
        try (Stranger one = Stranger.greeted(at, encoding)) {
            one.say(one.ask("echo", out -> out.text("gone")), new Frame.Watch(one.stream(), TargetId.name(Stage.DESK)));
        }
    }

    @Override
    public void close() {}
}
