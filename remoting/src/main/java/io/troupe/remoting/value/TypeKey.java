// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A type without variables, comparable: what serializers are kept under.
 *
 * @param raw the class
 * @param arguments of a generic class, or the element of an array; empty for a raw class, whose variables stand for their bounds
 */
record TypeKey(Class<?> raw, List<TypeKey> arguments) {
    private static final int MAX_NESTING = 16;
    static final TypeKey OBJECT = new TypeKey(Object.class, List.of());

    /** The type with its variables replaced; those that are not bound stand for their bounds. */
    static TypeKey of(Type type, Map<TypeVariable<?>, TypeKey> bindings) {
        if (type instanceof Class<?> plain) {
            return plain.isArray()
                    ? new TypeKey(plain, List.of(of(plain.getComponentType(), bindings)))
                    : new TypeKey(plain, List.of());
        }
        if (type instanceof ParameterizedType generic) {
            List<TypeKey> arguments = new ArrayList<>();
            for (Type argument : generic.getActualTypeArguments()) {
                arguments.add(of(argument, bindings));
            }
            return new TypeKey((Class<?>) generic.getRawType(), List.copyOf(arguments));
        }
        if (type instanceof GenericArrayType array) {
            TypeKey element = of(array.getGenericComponentType(), bindings);
            return new TypeKey(element.raw.arrayType(), List.of(element));
        }
        if (type instanceof WildcardType wildcard) {
            boolean lower = wildcard.getLowerBounds().length > 0;
            return of(lower ? wildcard.getLowerBounds()[0] : wildcard.getUpperBounds()[0], bindings);
        }
        TypeKey bound = bindings.get((TypeVariable<?>) type);
        return bound == null ? new TypeKey(erasure(type), List.of()) : bound;
    }

    /** The class that is left of a type at run time. */
    static Class<?> erasure(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erasure(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return erasure(wildcard.getUpperBounds()[0]);
        }
        return erasure(((TypeVariable<?>) type).getBounds()[0]);
    }

    /** An argument, or Object if the class is raw. */
    TypeKey argument(int index) {
        return arguments.isEmpty() ? OBJECT : arguments.get(index);
    }

    boolean isRaw() {
        return arguments.isEmpty();
    }

    /** What the variables of the class stand for. */
    Map<TypeVariable<?>, TypeKey> bindings() {
        Map<TypeVariable<?>, TypeKey> bindings = new HashMap<>();
        TypeVariable<?>[] variables = raw.getTypeParameters();
        for (int i = 0; i < variables.length && !arguments.isEmpty(); i++) {
            bindings.put(variables[i], arguments.get(i));
        }
        return bindings;
    }

    /**
     * A type that implements this generic one, with the same arguments where its declaration hands them on.
     *
     * @param member a permitted subtype
     */
    TypeKey subtype(Class<?> member) {
        TypeVariable<?>[] variables = member.getTypeParameters();
        if (arguments.isEmpty() || variables.length == 0) {
            return new TypeKey(member, List.of());
        }
        Map<Type, TypeKey> handedOn = new HashMap<>();
        for (Type parent : member.getGenericInterfaces()) {
            if (parent instanceof ParameterizedType generic && generic.getRawType() == raw) {
                Type[] given = generic.getActualTypeArguments();
                for (int i = 0; i < given.length; i++) {
                    handedOn.put(given[i], arguments.get(i));
                }
            }
        }
        List<TypeKey> result = new ArrayList<>();
        for (TypeVariable<?> variable : variables) {
            TypeKey known = handedOn.get(variable);
            result.add(known == null ? new TypeKey(erasure(variable), List.of()) : known);
        }
        return new TypeKey(member, List.copyOf(result));
    }

    /** Whether arguments have arguments too often: a type that holds itself with ever more arguments has no end. */
    boolean isTooDeep() {
        return deeperThan(MAX_NESTING);
    }

    private boolean deeperThan(int levels) {
        if (levels == 0) {
            return true;
        }
        for (TypeKey argument : arguments) {
            if (argument.deeperThan(levels - 1)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String toString() {
        return raw.getTypeName();
    }
}
