// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that were not kept, as there was no room for them.
 *
 * @param why as a sentence
 * @param size of their frame
 */
record RefusedPayload(String why, int size) implements Payload.Incoming {
    @Override
    public @Nullable Object[] read(List<TypeSerializer<?>> serializers) {
        throw new NoRoomException(why);
    }

    @Override
    public String toJson() {
        throw new NoRoomException(why);
    }

    @Override
    public int weight() {
        return size;
    }
}
