// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.remoting.value.TypeSerializers;
import java.lang.invoke.MethodHandles;
import java.util.function.Function;

/**
 * The types that may travel over the links of a system: those that the signatures of exposed or looked-up actors lead
 * to, and those that are registered here. Nothing else is ever instantiated. Register, rename or adapt types before
 * they are used. Any thread.
 */
public final class WireTypes {
    private final TypeSerializers serializers;

    WireTypes(TypeSerializers serializers) {
        this.serializers = serializers;
    }

    /**
     * Allows types that no signature names, for example the records that a parameter of type Object may hold.
     *
     * @param types records, enums and sealed interfaces; types that they lead to are allowed, too
     * @throws IllegalArgumentException if a type has no encoding
     */
    public void register(Class<?>... types) {
        serializers.register(types);
    }

    /**
     * Lets values of a type travel as records.
     *
     * @param type exactly this class; values of subclasses are not meant
     * @param record a type that has an encoding
     * @param toWire turns a value into a record, on the thread that encodes; if it throws, the message fails
     * @param fromWire turns a record into a value, on the thread that decodes; if it throws, the message fails
     * @param <T> type of the values
     * @param <R> type of the records
     * @throws IllegalStateException if the type is in use already
     */
    public <T, R> void adapt(Class<T> type, Class<R> record, Function<T, R> toWire, Function<R, T> fromWire) {
        serializers.adapt(type, record, toWire, fromWire);
    }

    /**
     * Gives a type another name on the wire than that of its class, so that either may change.
     *
     * @param type a record, an enum, or a type with an adapter
     * @param name the name that is written and read
     * @param earlier further names that are read; the name of the class always is
     * @throws IllegalStateException if the type is in use already
     */
    public void alias(Class<?> type, String name, String... earlier) {
        serializers.alias(type, name, earlier);
    }

    /**
     * Lends the rights to make records of a module that does not open their package.
     *
     * @param lookup made with {@code MethodHandles.lookup()} in that module; kept until the end
     */
    public void lookup(MethodHandles.Lookup lookup) {
        serializers.lookup(lookup);
    }
}
