// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.call.MethodInfo;
import java.util.List;

/**
 * The serializers of a method's signature.
 *
 * @param method that is called
 * @param wireName see {@code TypeSerializers.wireName}
 * @param parameters one per parameter
 * @param result of what the promise is fulfilled with; of Void for a method that returns nothing
 */
public record MethodSerializer(
        MethodInfo method, String wireName, List<TypeSerializer<?>> parameters, TypeSerializer<?> result) {
    /** Copies the list. */
    public MethodSerializer {
        parameters = List.copyOf(parameters);
    }
}
