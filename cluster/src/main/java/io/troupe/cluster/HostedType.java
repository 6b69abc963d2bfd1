// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.actor.DurableActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.core.actor.Directory;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A class of durable actors of a cluster.
 *
 * @param name in the store
 * @param actors of this process, by key
 */
record HostedType<A>(String name, Directory<A> actors) {
    static String nameOf(Class<?> type) {
        TypeName given = type.getAnnotation(TypeName.class);
        return given == null ? type.getName() : given.value();
    }

    /** The record that a class names as its state. */
    static Class<?> stateOf(Class<?> type) {
        Class<?> at = type;
        while (at.getSuperclass() != DurableActor.class) {
            at = at.getSuperclass();
        }
        Type state = at.getGenericSuperclass() instanceof ParameterizedType generic
                ? generic.getActualTypeArguments()[1]
                : Object.class;
        if (state instanceof Class<?> record && record.isRecord()) {
            return record;
        }
        throw new IllegalArgumentException(
                "the state of a durable actor must be a record, named where the class extends" + " DurableActor: class="
                        + type.getName() + ", state=" + state.getTypeName());
    }
}
