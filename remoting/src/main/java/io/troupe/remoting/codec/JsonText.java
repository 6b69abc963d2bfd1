// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.ValueKind;
import java.util.Base64;

/**
 * Renders values for people, written as the JSON encoding writes them. What is longer than 256 Ki characters ends with "…": names
 * that are sent once can be read many times.
 */
final class JsonText {
    private static final int MAX_LENGTH = 1 << 18;

    private final BinaryReader in;
    private final StringBuilder out = new StringBuilder();
    /** It became too long: all that is open is closed, and nothing more is read. */
    private boolean cut;

    JsonText(BinaryReader in) {
        this.in = in;
    }

    /** All values of a payload. */
    String values() {
        int count = in.count();
        out.append('[');
        for (int i = 0; i < count && !cut; i++) {
            separate(i == 0);
            value();
        }
        return out.append(']').toString();
    }

    private void separate(boolean first) {
        if (!first) {
            out.append(',');
        }
    }

    private void value() {
        if (out.length() >= MAX_LENGTH) {
            cut = true;
            out.append("\"…\"");
            return;
        }
        ValueKind kind = in.peek();
        switch (kind) {
            case NOTHING -> {
                in.nothing();
                out.append("null");
            }
            case BOOL -> out.append(in.bool());
            case INTEGER -> out.append(in.integer());
            case REAL -> real(in.real());
            case TEXT -> text(in.text());
            case BYTES -> text(Base64.getEncoder().encodeToString(in.bytes()));
            case LIST -> list();
            case MAP -> map();
            case RECORD -> record(in.isNamed());
            case TYPED -> typed();
            case HANDLE -> handle(in.handle());
        }
    }

    private void real(double value) {
        if (Double.isFinite(value)) {
            out.append(value);
        } else {
            text(Double.toString(value));
        }
    }

    private void list() {
        out.append('[');
        in.beginList();
        for (boolean first = true; !cut && in.more(); first = false) {
            separate(first);
            value();
        }
        out.append(']');
    }

    private void map() {
        out.append('{');
        in.beginMap();
        boolean first = true;
        for (String key = in.nextKey(); key != null; key = cut ? null : in.nextKey()) {
            pair(key, first);
            first = false;
        }
        out.append('}');
    }

    private void record(boolean named) {
        out.append('{');
        String type = in.beginRecord();
        if (named) {
            out.append("\"@type\":");
            text(type);
        }
        boolean first = !named;
        for (String field = in.nextField(); field != null; field = cut ? null : in.nextField()) {
            pair(field, first);
            first = false;
        }
        out.append('}');
    }

    private void pair(String key, boolean first) {
        separate(first);
        text(key.startsWith("@") ? "@" + key : key);
        out.append(':');
        value();
    }

    private void typed() {
        out.append("{\"@type\":");
        text(in.beginTyped());
        out.append(",\"@value\":");
        value();
        if (!cut) {
            in.endTyped();
        }
        out.append('}');
    }

    private void handle(Handle handle) {
        String name = handle.kind() == Handle.HandleKind.REFERENCE
                ? "ref"
                : handle.kind().text();
        out.append("{\"@").append(name).append("\":").append(handle.id()).append('}');
    }

    private void text(String value) {
        out.append('"');
        for (int i = 0; i < value.length(); i++) {
            char next = value.charAt(i);
            switch (next) {
                case '"', '\\' -> out.append('\\').append(next);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (next < 0x20) {
                        out.append("\\u00")
                                .append(Character.forDigit(next >> 4, 16))
                                .append(Character.forDigit(next & 15, 16));
                    } else {
                        out.append(next);
                    }
                }
            }
        }
        out.append('"');
    }
}
