// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of a client.
 *
 * @param id the message id as it came, in its encoding: replies repeat these bytes
 * @param async whether the client waits for no reply
 * @param operation the name of the operation
 * @param arguments null, Boolean, Long, Double, String, byte[], List or Map
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record Request(byte[] id, boolean async, String operation, List<@Nullable Object> arguments) {

    /** {@return the argument with this number, 8 bytes as a number} */
    long id(int index) throws MalformedMessageException {
        byte[] bytes = bytes(index);
        if (bytes.length != Long.BYTES) {
            throw new MalformedMessageException(
                    "an id must have 8 bytes: operation=" + operation + ", bytes=" + bytes.length);
        }
        return ByteBuffer.wrap(bytes).getLong();
    }

    /** {@return the argument with this number, bytes or text} */
    byte[] bytes(int index) throws MalformedMessageException {
        Object value = argument(index);
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        if (value instanceof String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        throw new MalformedMessageException("an argument must be bytes: operation=" + operation + ", index=" + index);
    }

    /** {@return the argument with this number, or null if there is none} */
    @Nullable
    Object optional(int index) {
        return index < arguments.size() ? arguments.get(index) : null;
    }

    private Object argument(int index) throws MalformedMessageException {
        Object value = optional(index);
        if (value == null) {
            throw new MalformedMessageException(
                    "an argument must be there: operation=" + operation + ", index=" + index);
        }
        return value;
    }
}
