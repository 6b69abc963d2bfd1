// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.List;

/**
 * Writes values in some encoding: the port between serializers, which know types, and codecs, which know bytes. Calls must nest
 * properly. One thread. Every method throws {@link io.troupe.remoting.value.WireException} if nesting is deeper than 64 or the
 * frame becomes too large, or if a text or a key has half a surrogate pair.
 */
public interface ValueWriter {
    /** Null. */
    void nothing();

    /** True or false. */
    void bool(boolean value);

    /** A whole number. */
    void integer(long value);

    /** A floating-point number, also infinite or not a number. */
    void real(double value);

    /** Characters. */
    void text(String value);

    /** Bytes. */
    void bytes(byte[] value);

    /**
     * Begins a list; as many values follow, then {@link #endList}.
     *
     * @param size exact number of elements
     */
    void beginList(int size);

    /** Ends a list. */
    void endList();

    /**
     * Begins a map with texts as keys; as many pairs of {@link #key} and a value follow, then {@link #endMap}.
     *
     * @param size exact number of pairs
     */
    void beginMap(int size);

    /** The key of the next value. */
    void key(String key);

    /** Ends a map. */
    void endMap();

    /**
     * Begins a record; for each component {@link #field} and a value follow, in the order of the names, then {@link #endRecord}.
     *
     * @param type name of the record type on the wire
     * @param fields names of all components; always the same list object for one type
     * @param named whether the reader needs the type's name because the declared type has several
     */
    void beginRecord(String type, List<String> fields, boolean named);

    /**
     * The next value is this component's.
     *
     * @param index in the list of names
     */
    void field(int index);

    /** Ends a record. */
    void endRecord();

    /**
     * One value follows, of a type that the reader must be told; then {@link #endTyped}.
     *
     * @param type name of the type on the wire
     */
    void beginTyped(String type);

    /** Ends a typed value. */
    void endTyped();

    /** A reference, promise or callback. */
    void handle(Handle handle);

    /** Whether people may read it: dates are then written as text. */
    boolean isTextual();

    /** Where references, promises and callbacks become numbers. */
    HandleExchange exchange();
}
