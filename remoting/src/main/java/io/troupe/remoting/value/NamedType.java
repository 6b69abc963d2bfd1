// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

/**
 * A type that can be told by its name where the declared type does not tell it.
 *
 * @param name on the wire
 * @param serializer how its values are written
 */
record NamedType(String name, TypeSerializer<?> serializer) {
    /** Writes a value with the name of its type. */
    void write(Object value, ValueWriter out) {
        if (serializer instanceof RecordSerializer fields) {
            fields.write(value, out, true);
        } else {
            out.beginTyped(name);
            serializer.put(value, out);
            out.endTyped();
        }
    }

    /** The class by which a value's type is found. */
    static Class<?> classOf(Object value) {
        return value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass();
    }
}
