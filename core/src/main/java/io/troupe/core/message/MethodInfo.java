// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.message;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The method that a message calls. One object per message class.
 *
 * @param actorType the type that was spawned
 * @param name of the method
 * @param parameters generic parameter types
 * @param result generic return type: void or Promise
 */
public record MethodInfo(Class<?> actorType, String name, List<Type> parameters, Type result) {
    /** Copies the list. */
    public MethodInfo {
        parameters = List.copyOf(parameters);
    }

    /** Describes a reflected method. */
    public static MethodInfo of(Class<?> actorType, Method method) {
        return new MethodInfo(
                actorType,
                method.getName(),
                Arrays.asList(method.getGenericParameterTypes()),
                method.getGenericReturnType());
    }

    /** Name and parameter types, as in {@code add(int,String)}. */
    public String signature() {
        return name
                + parameters.stream()
                        .map(type -> type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName())
                        .collect(Collectors.joining(",", "(", ")"));
    }

    /** Simple class name and signature, as in {@code Counter.add(int)}. */
    @Override
    public String toString() {
        return actorType.getSimpleName() + "." + signature();
    }
}
