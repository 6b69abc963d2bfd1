// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.shape;

import io.troupe.core.call.MethodInfo;
import java.util.List;

/**
 * The shapes of a method's signature.
 *
 * @param method that is called
 * @param wireName see {@code Shapes.wireName}
 * @param parameters one per parameter
 * @param result of what the promise is fulfilled with; of Void for a method that returns nothing
 */
public record MethodShape(MethodInfo method, String wireName, List<Shape<?>> parameters, Shape<?> result) {
    /** Copies the list. */
    public MethodShape {
        parameters = List.copyOf(parameters);
    }
}
