// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import io.troupe.remoting.value.Handle.HandleKind;
import io.troupe.remoting.value.WireException;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys within values. Those with one '@' in front belong to the encoding; a name of the user that begins with '@' gets
 * another one. Remembers the encoded names of records. One thread.
 */
final class FieldNames {
    /** Longest key, in characters: bounds what a table of names may take. */
    static final int MAX_KEY_LENGTH = 1024;

    /** The same as Jackson counts: bytes, in steps of growing buffers. */
    static final int MAX_NAME_BYTES = 6 * MAX_KEY_LENGTH;

    static final String TYPE = "@type";
    static final String VALUE = "@value";

    /** Record types of one program are fewer; more means that somebody makes new lists all the time. */
    private static final int MAX_RECORDS = 4096;

    private final IdentityHashMap<List<String>, SerializableString[]> records = new IdentityHashMap<>();

    /** The encoded names of a record. */
    SerializableString[] of(List<String> fields) {
        SerializableString[] known = records.get(fields);
        if (known != null) {
            return known;
        }
        if (records.size() == MAX_RECORDS) {
            records.clear();
        }
        SerializableString[] made = fields.stream()
                .map(FieldNames::escape)
                .map(SerializedString::new)
                .toArray(SerializableString[]::new);
        records.put(fields, made);
        return made;
    }

    /** As it is written. */
    static String escape(String name) {
        if (name.length() > MAX_KEY_LENGTH) {
            throw new WireException(
                    "a key must be at most " + MAX_KEY_LENGTH + " characters long: length=" + name.length());
        }
        return isReserved(name) ? "@" + name : name;
    }

    /** As it was before {@link #escape}; null if it is a key of the encoding. */
    static @Nullable String unescape(String name) {
        if (!isReserved(name)) {
            return name;
        }
        return name.startsWith("@@") ? name.substring(1) : null;
    }

    private static boolean isReserved(String name) {
        return !name.isEmpty() && name.charAt(0) == '@';
    }

    /** The key that stands for a kind of handle. */
    static String of(HandleKind kind) {
        return kind == HandleKind.REFERENCE ? "@ref" : "@" + kind.text();
    }

    /** The kind of handle that a key stands for, or null. */
    static @Nullable HandleKind handle(String key) {
        return switch (key) {
            case "@ref" -> HandleKind.REFERENCE;
            case "@home" -> HandleKind.HOME;
            case "@promise" -> HandleKind.PROMISE;
            case "@callback" -> HandleKind.CALLBACK;
            case "@sender" -> HandleKind.SENDER;
            case "@receiver" -> HandleKind.RECEIVER;
            case "@channel" -> HandleKind.CHANNEL;
            case "@publisher" -> HandleKind.PUBLISHER;
            default -> null;
        };
    }
}
