// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import org.jspecify.annotations.Nullable;

/**
 * Reads values in some encoding, counterpart of {@link ValueWriter}. Every method throws
 * {@link io.troupe.remoting.value.WireException} if the next value is of another kind, nesting is deeper than 64, or the bytes
 * are broken. Allocates in proportion to the bytes that are there, never to what they declare. One thread.
 */
public interface ValueReader {
    /** What comes next. */
    ValueKind peek();

    /** Passes over null. */
    void nothing();

    /** True or false. */
    boolean bool();

    /** A whole number. */
    long integer();

    /** A floating-point number; whole numbers are accepted. */
    double real();

    /** Characters. */
    String text();

    /** Bytes; textual encodings accept Base64. */
    byte[] bytes();

    /** Begins a list; then {@link #more} says before each element whether there is one. */
    void beginList();

    /** Whether the list has another element; false ends the list. */
    boolean more();

    /** Begins a map; then {@link #nextKey} comes before each value. */
    void beginMap();

    /** Key of the next value, or null, which ends the map. */
    @Nullable
    String nextKey();

    /**
     * Begins a record; then {@link #nextField} comes before each value.
     *
     * @return name of its type, or null where the encoding leaves it out
     */
    @Nullable
    String beginRecord();

    /**
     * Name of the next component, or null, which ends the record. Names come in the sender's order and need not be known here.
     * Known names are the same object each time, for a quick comparison.
     */
    @Nullable
    String nextField();

    /**
     * Begins a value with the name of its type; one value follows, then {@link #endTyped}.
     *
     * @return name of the type
     */
    String beginTyped();

    /** Ends a typed value. */
    void endTyped();

    /** A reference, promise or callback. */
    Handle handle();

    /** Passes over one value of any kind. */
    void skip();

    /**
     * Counts memory that a value takes: what a frame makes of its bytes is bounded. Lists and maps are counted here, by the reader;
     * objects by those who make them.
     *
     * @param bytes about as many, before they are allocated
     */
    void takes(int bytes);

    /** Where numbers become references, promises and callbacks. */
    HandleExchange exchange();
}
