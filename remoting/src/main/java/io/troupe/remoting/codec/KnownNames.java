// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.WireException;
import java.util.ArrayList;
import java.util.List;

/** The names that one direction of a link has defined, seen from the receiver. Counterpart of {@link SentNames}. One thread. */
final class KnownNames {
    /** Definition of a text. */
    static final int TEXT = 0;

    /** Definition of a layout. */
    static final int LAYOUT = 1;

    private final List<String> texts = new ArrayList<>();
    private final List<RecordLayout> layouts = new ArrayList<>();
    private int bytes;
    private int components;

    /**
     * Takes definitions in, up to the end of the input.
     *
     * @throws WireException if they are broken or too many: from then on nothing has a meaning
     */
    void learn(Input in) {
        while (in.left() > 0) {
            if (texts.size() + layouts.size() >= BinaryLimits.ENTRIES) {
                throw new WireException("a link must not define more than " + BinaryLimits.ENTRIES + " names");
            }
            int what = in.u8();
            if (what == TEXT) {
                learnText(in);
            } else if (what == LAYOUT) {
                learnLayout(in);
            } else {
                throw new WireException("a definition must be of a known kind: kind=" + what);
            }
        }
    }

    private void learnText(Input in) {
        int length = in.count();
        bytes += length;
        if (length > BinaryLimits.TEXT || bytes > BinaryLimits.BYTES) {
            throw new WireException(
                    "the names of a link must not be longer than " + BinaryLimits.TEXT + " bytes each and "
                            + BinaryLimits.BYTES + " bytes together: length=" + length + ", together=" + bytes);
        }
        // interned, so that serializers recognise their components at a glance; bounded by the limits above
        texts.add(Utf8.read(in, length).intern());
    }

    private void learnLayout(Input in) {
        RecordLayout layout = layout(in);
        components += layout.components().length;
        if (components > BinaryLimits.COMPONENTS) {
            throw new WireException("the records of a link must not have more than " + BinaryLimits.COMPONENTS
                    + " components together: components=" + components);
        }
        layouts.add(layout);
    }

    /** Reads a layout in full. */
    RecordLayout layout(Input in) {
        String type = name(in);
        int count = in.count();
        if (count > BinaryLimits.RECORD) {
            throw new WireException(
                    "a record must not have more than " + BinaryLimits.RECORD + " components: components=" + count);
        }
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            names[i] = name(in);
        }
        return new RecordLayout(type, names);
    }

    /** Reads a name. */
    String name(Input in) {
        long number = in.varint();
        if (number == 0) {
            return Utf8.read(in);
        }
        if (number < 0 || number > texts.size()) {
            throw new WireException(
                    "a name must be defined: number=" + Long.toUnsignedString(number) + ", defined=" + texts.size());
        }
        return texts.get((int) number - 1);
    }

    /** The layout of a number. */
    RecordLayout layout(long number) {
        if (number < 1 || number > layouts.size()) {
            throw new WireException("a layout must be defined: number=" + Long.toUnsignedString(number) + ", defined="
                    + layouts.size());
        }
        return layouts.get((int) number - 1);
    }
}
