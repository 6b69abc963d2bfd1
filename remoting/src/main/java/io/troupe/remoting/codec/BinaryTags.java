// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.ValueKind;
import io.troupe.remoting.value.WireException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** First bytes of values. They are part of the wire format. */
final class BinaryTags {
    /** 0x00 to 0x7F and 0xE0 to 0xFF: the whole numbers from 0 to 127 and from -32 to -1. */
    static final int MIN_SMALL = -32;

    static final int MAX_SMALL = 127;

    /** And up to 0x9F: a text of 0 to 31 bytes. */
    static final int SHORT_TEXT = 0x80;

    /** And up to 0xAF: a record with the layout of number 1 to 16. */
    static final int SHORT_RECORD = 0xA0;

    /** And up to 0xBF: a list of 0 to 15 values. */
    static final int SHORT_LIST = 0xB0;

    static final int NULL = 0xC0;
    static final int FALSE = 0xC1;
    static final int TRUE = 0xC2;
    /** varint v: the number v. */
    static final int POSITIVE = 0xC3;
    /** varint v: the number -1 - v. */
    static final int NEGATIVE = 0xC4;
    /** Eight bytes, IEEE 754. */
    static final int DOUBLE = 0xC5;
    /** Four bytes, IEEE 754: a double that is exact as a float. */
    static final int FLOAT = 0xC6;
    /** text. */
    static final int TEXT = 0xC7;
    /** varint length, bytes. */
    static final int BYTES = 0xC8;
    /** varint count, values. */
    static final int LIST = 0xC9;
    /** varint count, pairs of values, the first of each a text. */
    static final int MAP = 0xCA;
    /** varint number of a layout, or 0 and the layout; values. */
    static final int RECORD = 0xCB;
    /** The same where the receiver cannot know the type. */
    static final int NAMED_RECORD = 0xCC;
    /** name of a type, value. */
    static final int TYPED = 0xCD;
    /** u8 ordinal of the kind of handle, varint number. */
    static final int HANDLE = 0xCE;

    private static final @Nullable ValueKind[] KINDS = kinds();

    private BinaryTags() {}

    private static @Nullable ValueKind[] kinds() {
        @Nullable ValueKind[] kinds = new @Nullable ValueKind[256];
        Arrays.fill(kinds, 0, SHORT_TEXT, ValueKind.INTEGER);
        Arrays.fill(kinds, SHORT_TEXT, SHORT_RECORD, ValueKind.TEXT);
        Arrays.fill(kinds, SHORT_RECORD, SHORT_LIST, ValueKind.RECORD);
        Arrays.fill(kinds, SHORT_LIST, NULL, ValueKind.LIST);
        kinds[NULL] = ValueKind.NOTHING;
        kinds[FALSE] = ValueKind.BOOL;
        kinds[TRUE] = ValueKind.BOOL;
        kinds[POSITIVE] = ValueKind.INTEGER;
        kinds[NEGATIVE] = ValueKind.INTEGER;
        kinds[DOUBLE] = ValueKind.REAL;
        kinds[FLOAT] = ValueKind.REAL;
        kinds[TEXT] = ValueKind.TEXT;
        kinds[BYTES] = ValueKind.BYTES;
        kinds[LIST] = ValueKind.LIST;
        kinds[MAP] = ValueKind.MAP;
        kinds[RECORD] = ValueKind.RECORD;
        kinds[NAMED_RECORD] = ValueKind.RECORD;
        kinds[TYPED] = ValueKind.TYPED;
        kinds[HANDLE] = ValueKind.HANDLE;
        Arrays.fill(kinds, 256 + MIN_SMALL, 256, ValueKind.INTEGER);
        return kinds;
    }

    static ValueKind kind(int tag) {
        ValueKind kind = KINDS[tag];
        if (kind == null) {
            throw new WireException("a value must begin with a known tag: tag=" + tag);
        }
        return kind;
    }
}
