// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.remoting.value.ValueWriter;
import java.io.IOException;
import java.util.List;

/** Sends sets and maps whose keys have all the same hash code. */
final class HostileKeys implements Crowd.Habit {
    private static final int KEYS = 3_000;
    private static final List<String> NAMES = List.of("first", "second");

    @Override
    public void strike(Stranger one) throws IOException {
        one.say(one.ask("keys", HostileKeys::set), one.ask("named", HostileKeys::map));
        one.hear();
    }

    private static void set(ValueWriter out) {
        out.beginList(KEYS);
        for (int i = 0; i < KEYS; i++) {
            key(i, out);
        }
        out.endList();
    }

    private static void map(ValueWriter out) {
        out.beginList(KEYS);
        for (int i = 0; i < KEYS; i++) {
            out.beginList(2);
            key(i, out);
            out.text("v");
            out.endList();
        }
        out.endList();
    }

    private static void key(int number, ValueWriter out) {
        Service.Key key = Service.Key.colliding(number);
        out.beginRecord("Key", NAMES, false);
        out.field(0);
        out.integer(key.first());
        out.field(1);
        out.integer(key.second());
        out.endRecord();
    }
}
