// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.value.Handle;
import java.io.IOException;

/** Subscribes to everything, many times over, and reads none of it. */
final class Subscriber implements Crowd.Habit {
    private static final int AT_ONCE = 50;

    @Override
    public void strike(Stranger one) throws IOException {
        Frame[] frames = new Frame[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            frames[i] = switch (i % 4) {
                case 0 -> new Frame.Open(one.stream(), "topic:" + Stage.TOPIC + "?drop");
                case 1 -> new Frame.Open(one.stream(), "flow:" + Stage.FLOW);
                case 2 -> new Frame.Open(one.stream(), Stage.STREAM);
                default ->
                    Stranger.tell("subscribe", out -> out.handle(new Handle(Handle.HandleKind.CALLBACK, one.stream())));
            };
        }
        one.say(frames);
        one.say(Stranger.tell("endAll", out -> out.nothing()), new Frame.Request(one.stream(), Long.MAX_VALUE));
    }
}
