// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.codec;

import io.troupe.remoting.value.TypeSerializer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Values in a frame: objects with their serializers on the way out, bytes that wait for serializers on the way in. */
public sealed interface Payload {
    /** On the way out. */
    final class Outgoing implements Payload {
        private final List<TypeSerializer<?>> serializers;
        private final @Nullable Object[] values;

        /**
         * Some values.
         *
         * @param serializers one per value
         * @param values to be encoded; not copied, not changed
         */
        public Outgoing(List<TypeSerializer<?>> serializers, @Nullable Object[] values) {
            this.serializers = serializers;
            this.values = values;
        }

        /** One per value. */
        public List<TypeSerializer<?>> serializers() {
            return serializers;
        }

        /** To be encoded; not to be changed. */
        public @Nullable Object[] values() {
            return values;
        }
    }

    /** On the way in. Only valid while the frame is being handled, on the thread that handles it. */
    non-sealed interface Incoming extends Payload {
        /**
         * Decodes the values.
         *
         * @param serializers one per expected value. Surplus values are skipped, missing ones become what a missing component
         *     becomes
         * @throws io.troupe.remoting.value.WireException if they do not fit
         */
        @Nullable
        Object[] read(List<TypeSerializer<?>> serializers);

        /** All values as a JSON array, for people; works without serializers. */
        String toJson();

        /** Number of encoded bytes. */
        int size();

        /** About how much memory the values take: known when they have been read, before that the number of encoded bytes. */
        int weight();
    }
}
