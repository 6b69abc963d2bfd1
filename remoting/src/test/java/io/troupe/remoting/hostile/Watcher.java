// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.io.IOException;

/** Watches the same actor again and again, and gives some of that up. */
final class Watcher implements Crowd.Habit {
    private static final int AT_ONCE = 100;

    @Override
    public void strike(Stranger one) throws IOException {
        Frame[] frames = new Frame[AT_ONCE];
        for (int i = 0; i < AT_ONCE; i++) {
            long stream = one.stream();
            frames[i] = i % 3 == 2 ? new Frame.Cancel(stream - 2) : new Frame.Watch(stream, TargetId.name(Stage.DESK));
        }
        one.say(frames);
        one.hear();
    }
}
