// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import org.jspecify.annotations.Nullable;

/**
 * The target of a call: a number in the receiver's table, or the name under which it was exposed.
 *
 * @param id from 1; 0 if there is a name
 * @param name null if there is a number
 */
public record TargetId(long id, @Nullable String name) {
    /** By number. */
    public static TargetId id(long id) {
        return new TargetId(id, null);
    }

    /** By name. */
    public static TargetId name(String name) {
        return new TargetId(0, name);
    }

    @Override
    public String toString() {
        return name == null ? "#" + id : name;
    }
}
