// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import org.jspecify.annotations.Nullable;

/**
 * The target of a call: a number in the receiver's table, the name under which it was exposed, or a type and a key. The sender may
 * have given a number to a type and key by a {@link Frame.KeyNumber}.
 *
 * @param id from 1; 0 if there is a name, or a type and key
 * @param name null if there is a number; the type if there is a key
 * @param key null if the target is not found by key; empty if its number stands for type and key
 */
public record TargetId(long id, @Nullable String name, @Nullable String key) {
    /** By number. */
    public static TargetId id(long id) {
        return new TargetId(id, null, null);
    }

    /** By name. */
    public static TargetId name(String name) {
        return new TargetId(0, name, null);
    }

    /** By type and key. */
    public static TargetId keyed(String type, String key) {
        return new TargetId(0, type, key);
    }

    /** By the number that the sender has given to a type and key. */
    public static TargetId keyNumber(long number) {
        return new TargetId(number, null, "");
    }

    @Override
    public String toString() {
        if (key != null) {
            return name == null ? "key #" + id : name + "/" + key;
        }
        return name == null ? "#" + id : name;
    }
}
