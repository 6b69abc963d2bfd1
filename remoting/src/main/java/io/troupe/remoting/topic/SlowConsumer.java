// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The policy for subscribers that do not keep up with a topic. A dead or frozen one never holds up the others, whatever its policy. */
public enum SlowConsumer {
    /** The publisher slows down for it, within limits; if that is not enough, items are left out for it, and it is told. */
    SLOW_ALL,
    /** Items are left out for it, and it is told how many. */
    DROP,
    /** It gets the latest item of each key, or just the latest; what was replaced is not told. */
    CONFLATE,
    /** Its subscription fails when its queue has been full for a while. It may subscribe again. */
    DISCONNECT;

    /** Name on the wire: {@code slow-all}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The policy of a name on the wire; null if there is none. */
    public static @Nullable SlowConsumer of(String text) {
        for (SlowConsumer policy : values()) {
            if (policy.text().equals(text)) {
                return policy;
            }
        }
        return null;
    }
}
