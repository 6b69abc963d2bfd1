// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plain values as a pickle of protocol 3: the extension of a transaction comes as a map, and the file has a pickle of it.
 * Pickles are written, never read.
 */
final class PickledMap {
    private static final int PROTOCOL = 3;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private PickledMap() {}

    /** {@return the pickle; nothing for an empty map} */
    static byte[] of(Map<?, ?> map) throws MalformedMessageException {
        if (map.isEmpty()) {
            return new byte[0];
        }
        PickledMap pickle = new PickledMap();
        pickle.out.write(0x80);
        pickle.out.write(PROTOCOL);
        pickle.put(map);
        pickle.out.write('.');
        return pickle.out.toByteArray();
    }

    private void put(@Nullable Object value) throws MalformedMessageException {
        if (value == null) {
            out.write('N');
        } else if (value instanceof Boolean bool) {
            out.write(bool ? 0x88 : 0x89);
        } else if (value instanceof Long number) {
            out.write(0x8a); // a little-endian number of 8 bytes
            out.write(Long.BYTES);
            raw(ByteBuffer.allocate(Long.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(number)
                    .array());
        } else if (value instanceof Double number) {
            out.write('G');
            raw(ByteBuffer.allocate(Double.BYTES).putDouble(number).array());
        } else if (value instanceof String text) {
            sized('X', text.getBytes(StandardCharsets.UTF_8));
        } else if (value instanceof byte[] bytes) {
            sized('B', bytes);
        } else if (value instanceof List<?> list) {
            out.write('(');
            for (Object each : list) {
                put(each);
            }
            out.write('t'); // a tuple, as the msgpack of Python decodes arrays
        } else if (value instanceof Map<?, ?> map) {
            out.write('}');
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                put(entry.getKey());
                put(entry.getValue());
                out.write('s');
            }
        } else {
            throw new MalformedMessageException("a value must be plain: type=" + value.getClass());
        }
    }

    private void sized(char operation, byte[] bytes) {
        out.write(operation);
        raw(ByteBuffer.allocate(Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(bytes.length)
                .array());
        raw(bytes);
    }

    private void raw(byte[] bytes) {
        out.write(bytes, 0, bytes.length);
    }
}
