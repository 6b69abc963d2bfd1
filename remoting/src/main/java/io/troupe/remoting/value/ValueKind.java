// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

/** What an encoded value looks like before it is read. */
public enum ValueKind {
    /** No value: null. */
    NOTHING,
    /** True or false. */
    BOOL,
    /** A whole number of at most 64 bits. */
    INTEGER,
    /** A floating-point number. */
    REAL,
    /** Characters; textual encodings also write bytes and special numbers so. */
    TEXT,
    /** Bytes. */
    BYTES,
    /** A list of values. */
    LIST,
    /** Pairs of a text and a value. */
    MAP,
    /** Named components, with the name of their type where the reader could not know it. Textual encodings cannot tell it from a map. */
    RECORD,
    /** A value with the name of its type. */
    TYPED,
    /** A reference, promise or callback. */
    HANDLE
}
