// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

/** How much of one direction of a link both sides remember. Part of the wire format. */
final class BinaryLimits {
    /** Texts and layouts together. */
    static final int ENTRIES = 65_536;

    /** Bytes of all texts. */
    static final int BYTES = 1 << 20;

    /** Bytes of one text; longer ones are never defined. */
    static final int TEXT = 1024;

    /** Components of all layouts. */
    static final int COMPONENTS = 1 << 18;

    /** Components of one record: what a class can have. */
    static final int RECORD = 255;

    private BinaryLimits() {}
}
