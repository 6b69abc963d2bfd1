// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.shape;

import java.lang.reflect.Type;

/**
 * The types that may travel: those that can be reached from the signatures of what is exposed or looked up, and those that
 * were registered. Nothing else is ever instantiated. Any thread.
 */
public final class Shapes {
    /** Knows the value types of the JDK only. */
    public Shapes() {}

    /**
     * Allows types that no signature names, for example the records that a parameter of type Object may hold.
     *
     * @param types records, enums and sealed interfaces
     * @throws IllegalArgumentException if a type has no encoding
     */
    public void register(Class<?>... types) {
        for (Class<?> type : types) {
            of(type);
        }
    }

    /**
     * The shape of a declared type. Allows what it leads to.
     *
     * @param type of a parameter, result or component
     * @throws IllegalArgumentException if the type, or one that it leads to, has no encoding
     */
    public Shape<?> of(Type type) {
        throw new IllegalArgumentException("a type must have an encoding: type=" + type.getTypeName());
    }
}
