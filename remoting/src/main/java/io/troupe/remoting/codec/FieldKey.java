// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Keys of frames: the names in lower case. Their meaning stands at {@link JsonCodec}. */
enum FieldKey {
    T,
    S,
    TO,
    M,
    NS,
    A,
    V,
    E,
    CODE,
    TYPE,
    TEXT,
    NAME,
    N,
    ID,
    SCOPE,
    LEVEL,
    Q,
    CAP,
    RATE,
    TOKEN,
    ADDRESS,
    REASON,
    PROPS,
    B,
    H,
    KEY;

    private static final Map<String, FieldKey> BY_TEXT =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(FieldKey::text, Function.identity()));

    @SuppressWarnings("ImmutableEnumChecker") // what it computes late is always the same
    private final SerializedString encoded = new SerializedString(name().toLowerCase(Locale.ROOT));

    /** Place in an array with one element per key. */
    @SuppressWarnings("EnumOrdinal") // never leaves the process
    int slot() {
        return ordinal();
    }

    /** As in a frame. */
    String text() {
        return encoded.getValue();
    }

    /** The same, made ready for writing. */
    SerializableString encoded() {
        return encoded;
    }

    /** The key, or null if this version does not know it. */
    static @Nullable FieldKey of(String text) {
        return BY_TEXT.get(text);
    }
}
