// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.topic;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The policy for subscribers that do not keep up with a topic. A dead or frozen subscriber never holds up the others,
 * whatever its policy.
 */
public enum SlowConsumer {
    /**
     * The publisher slows down for the subscriber, within the limits of {@link TopicConfig}. If that is not enough,
     * items are left out for the subscriber, which is told how many.
     */
    SLOW_ALL,
    /** Items are left out for the subscriber, which is told how many. */
    DROP,
    /** The subscriber gets the latest item of each {@link TopicConfig#key key}; it is not told of replaced items. */
    CONFLATE,
    /**
     * The subscription fails when its queue has been full for {@link TopicConfig#disconnectAfter}. The subscriber may
     * subscribe again.
     */
    DISCONNECT;

    /** {@return the name on the wire, such as {@code slow-all}} */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * The policy of a name on the wire.
     *
     * @param text as {@link #text} gives it
     * @return the policy, or null if there is none of the name
     */
    public static @Nullable SlowConsumer of(String text) {
        for (SlowConsumer policy : values()) {
            if (policy.text().equals(text)) {
                return policy;
            }
        }
        return null;
    }
}
