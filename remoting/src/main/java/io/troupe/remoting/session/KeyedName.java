// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.TextRule;
import org.jspecify.annotations.Nullable;

/**
 * A type and a key: of a stranger, as a rule.
 *
 * @param type by which it is served
 * @param key of the actor
 */
record KeyedName(String type, String key) {
    private static final int LONGEST = 512;

    /** What is wrong with it, as a sentence that quotes nothing; null: nothing is. */
    static @Nullable String violation(String type, String key) {
        String wrong = TextRule.violation("type", type, 1, LONGEST);
        return wrong == null ? TextRule.violation("key", key, 1, LONGEST) : wrong;
    }

    /** Characters of both. */
    int size() {
        return type.length() + key.length();
    }

    /** Looked for with each call: keys differ sooner than types do. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof KeyedName that && key.equals(that.key) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return type + "/" + key;
    }
}
