// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the type variables of all supertypes mean to one class. Finds out which methods override generic ones. */
final class TypeArguments {
    private final Map<TypeVariable<?>, Type> bindings = new HashMap<>();

    TypeArguments(Class<?> type) {
        collect(type);
    }

    /** Parameter classes as code of the class itself would declare them. */
    List<Class<?>> parameters(Method method) {
        List<Class<?>> found = new ArrayList<>();
        for (Type parameter : method.getGenericParameterTypes()) {
            found.add(erase(parameter));
        }
        return found;
    }

    private void collect(Class<?> type) {
        bind(type.getGenericSuperclass());
        for (Type parent : type.getGenericInterfaces()) {
            bind(parent);
        }
    }

    private void bind(@Nullable Type parent) {
        if (parent instanceof Class<?> plain) {
            collect(plain);
        } else if (parent instanceof ParameterizedType generic) {
            Class<?> raw = (Class<?>) generic.getRawType();
            TypeVariable<?>[] variables = raw.getTypeParameters();
            Type[] arguments = generic.getActualTypeArguments();
            for (int i = 0; i < variables.length; i++) {
                bindings.put(variables[i], arguments[i]);
            }
            collect(raw);
        }
    }

    /** The class that a type stands for here: of a variable that nothing is known about, its bound. */
    Class<?> erase(Type type) {
        if (type instanceof Class<?> plain) {
            return plain;
        }
        if (type instanceof ParameterizedType generic) {
            return (Class<?>) generic.getRawType();
        }
        if (type instanceof GenericArrayType array) {
            return erase(array.getGenericComponentType()).arrayType();
        }
        if (type instanceof WildcardType wildcard) {
            return erase(wildcard.getUpperBounds()[0]);
        }
        TypeVariable<?> variable = (TypeVariable<?>) type;
        Type argument = bindings.get(variable);
        return erase(argument == null ? variable.getBounds()[0] : argument);
    }
}
