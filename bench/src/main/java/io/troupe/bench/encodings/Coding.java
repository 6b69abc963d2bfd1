// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.encodings;

/** One sample in one encoding, again and again, as a connection does it that has been in use for a while. One thread. */
interface Coding {
    /**
     * Encodes a call with the sample's arguments into the same memory as before.
     *
     * @return its bytes
     */
    int encode();

    /** Decodes what {@link #encode} has written last; as often as one likes. */
    Object decode();

    /** What {@link #decode} must return. */
    Object expected();

    /** Whether a decoded call is the one that was encoded. */
    default boolean isExpected(Object decoded) {
        return expected().equals(decoded);
    }

    /** Bytes of the first call on a connection, which may have to introduce names. */
    int firstBytes();
}
