// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The names that one direction of a link has defined, seen from the sender. What was defined since {@link #mark} can be
 * forgotten again. When it is full, new names travel in full each time. One thread.
 */
final class SentNames {
    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private final Map<String, SentLayout> layouts = new HashMap<>();
    private final List<SentLayout> order = new ArrayList<>();
    private final Output definitions = new Output(256);
    private int bytes;
    private int components;

    private int markedTexts;
    private int markedLayouts;
    private int markedBytes;
    private int markedComponents;

    /** The layout of a record type; there may be several of one name. */
    private static final class SentLayout {
        final String type;
        final List<String> fields;
        final int number;
        final @Nullable SentLayout next;

        SentLayout(String type, List<String> fields, int number, @Nullable SentLayout next) {
            this.type = type;
            this.fields = fields;
            this.number = number;
            this.next = next;
        }
    }

    /** Before a frame. */
    void mark() {
        definitions.truncate(0);
        markedTexts = texts.size();
        markedLayouts = order.size();
        markedBytes = bytes;
        markedComponents = components;
    }

    /** The frame is not sent. */
    void rollback() {
        while (texts.size() > markedTexts) {
            numbers.remove(texts.remove(texts.size() - 1));
        }
        while (order.size() > markedLayouts) {
            SentLayout last = order.remove(order.size() - 1);
            if (last.next == null) {
                layouts.remove(last.type);
            } else {
                layouts.put(last.type, last.next);
            }
        }
        bytes = markedBytes;
        components = markedComponents;
        definitions.truncate(0);
    }

    /** What was defined since the mark, as it goes into the frame. */
    Output definitions() {
        return definitions;
    }

    /** Writes a name. */
    void name(String text, Output out) {
        int number = number(text);
        out.varint(number);
        if (number == 0) {
            Utf8.write(text, out);
        }
    }

    private int number(String text) {
        Integer known = numbers.get(text);
        return known == null ? define(text) : known;
    }

    private int define(String text) {
        if (text.length() > BinaryLimits.TEXT || texts.size() + order.size() >= BinaryLimits.ENTRIES) {
            return 0;
        }
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        if (encoded.length > BinaryLimits.TEXT || bytes + encoded.length > BinaryLimits.BYTES) {
            return 0;
        }
        bytes += encoded.length;
        texts.add(text);
        numbers.put(text, texts.size());
        definitions.u8(KnownNames.TEXT);
        definitions.varint(encoded.length);
        definitions.raw(encoded, 0, encoded.length);
        return texts.size();
    }

    /**
     * The number of a layout.
     *
     * @param fields the same list each time
     * @return from 1, or 0 if there is no room to define it
     */
    @SuppressWarnings("ReferenceEquality") // the contract of ValueWriter.beginRecord
    int layout(String type, List<String> fields) {
        SentLayout first = layouts.get(type);
        for (SentLayout each = first; each != null; each = each.next) {
            if (each.fields == fields || each.fields.equals(fields)) {
                return each.number;
            }
        }
        return define(type, fields, first);
    }

    private int define(String type, List<String> fields, @Nullable SentLayout next) {
        int[] names = new int[fields.size()];
        int typeName = number(type);
        boolean whole = typeName != 0 && names.length <= BinaryLimits.RECORD;
        for (int i = 0; i < names.length && whole; i++) {
            names[i] = number(fields.get(i));
            whole = names[i] != 0;
        }
        if (!whole
                || texts.size() + order.size() >= BinaryLimits.ENTRIES
                || components + names.length > BinaryLimits.COMPONENTS) {
            return 0;
        }
        SentLayout layout = new SentLayout(type, List.copyOf(fields), order.size() + 1, next);
        components += names.length;
        order.add(layout);
        layouts.put(type, layout);
        definitions.u8(KnownNames.LAYOUT);
        definitions.varint(typeName);
        definitions.varint(names.length);
        for (int name : names) {
            definitions.varint(name);
        }
        return layout.number;
    }
}
