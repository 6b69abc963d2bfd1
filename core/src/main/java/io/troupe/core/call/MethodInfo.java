// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.call;

import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A description of the method that a message calls, for rights, interceptors and reports. Immutable; any thread. */
public final class MethodInfo {
    private final Class<?> actorType;
    private final String name;
    private final List<Type> parameters;
    private final Type result;

    /** Made at first use: dead letters of one method are many. Racy, all threads make the same. */
    private @Nullable String text;

    /**
     * Describes a method.
     *
     * @param actorType the type that was spawned
     * @param name of the method
     * @param parameters generic parameter types, in order
     * @param result generic return type: {@code void} of a tell, a {@code Promise} of an ask
     */
    public MethodInfo(Class<?> actorType, String name, List<Type> parameters, Type result) {
        this.actorType = Objects.requireNonNull(actorType, "actorType");
        this.name = Objects.requireNonNull(name, "name");
        this.parameters = List.copyOf(parameters);
        this.result = Objects.requireNonNull(result, "result");
    }

    /**
     * Describes a reflected method.
     *
     * @param actorType the type that was spawned
     * @param method a method of that type
     * @return its description
     */
    public static MethodInfo of(Class<?> actorType, Method method) {
        return new MethodInfo(
                actorType,
                method.getName(),
                Arrays.asList(method.getGenericParameterTypes()),
                method.getGenericReturnType());
    }

    /** {@return the type that was spawned: the class or interface of the actor} */
    public Class<?> actorType() {
        return actorType;
    }

    /** {@return the name of the method} */
    public String name() {
        return name;
    }

    /** {@return the generic parameter types, in order} */
    public List<Type> parameters() {
        return parameters;
    }

    /** {@return the generic return type: {@code void} of a tell, a {@code Promise} of an ask} */
    public Type result() {
        return result;
    }

    /** {@return name and parameter types, as in {@code add(int,String)}} */
    public String signature() {
        return name
                + parameters.stream()
                        .map(type -> type instanceof Class<?> plain ? plain.getSimpleName() : type.getTypeName())
                        .collect(Collectors.joining(",", "(", ")"));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof MethodInfo that
                && actorType == that.actorType
                && name.equals(that.name)
                && parameters.equals(that.parameters)
                && result.equals(that.result);
    }

    @Override
    public int hashCode() {
        return Objects.hash(actorType, name, parameters, result);
    }

    /** {@return simple class name and signature, as in {@code Counter.add(int)}} */
    @Override
    public String toString() {
        String known = text;
        if (known == null) {
            known = actorType.getSimpleName() + "." + signature();
            text = known;
        }
        return known;
    }
}
