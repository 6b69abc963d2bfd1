// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Tells the kinds of bridge methods apart. One that leads to an overriding method with other types (generic or covariant)
 * needs nothing: the target is a message. One that only makes an inherited method visible calls super directly, past the
 * reference, and must become a message itself.
 */
final class BridgeMethods {
    private final Class<?> type;
    private final Collection<Method> methods;
    private final TypeArguments arguments;

    BridgeMethods(Class<?> type, Collection<Method> methods) {
        this.type = type;
        this.methods = methods;
        this.arguments = new TypeArguments(type);
    }

    /** The method that overrides the given one in the language but has other erased types; null if there is none. */
    @Nullable
    Method specific(Method general) {
        Method origin = origin(general);
        for (Method method : methods) {
            if (!method.isBridge() && narrows(method, general) && sameInSource(method, general, origin)) {
                return method;
            }
        }
        return null;
    }

    /** For a bridge the method it was made for, as far as it has the same erased types; else the method itself. */
    Method origin(Method method) {
        if (!method.isBridge()) {
            return method;
        }
        Method found = declared(type, method);
        return found == null ? method : found;
    }

    /** Same name, and each type is the same or narrower, one of them narrower. */
    private static boolean narrows(Method method, Method general) {
        if (!method.getName().equals(general.getName())
                || method.getParameterCount() != general.getParameterCount()
                || !general.getReturnType().isAssignableFrom(method.getReturnType())) {
            return false;
        }
        Class<?>[] narrow = method.getParameterTypes();
        Class<?>[] wide = general.getParameterTypes();
        for (int i = 0; i < wide.length; i++) {
            if (!wide[i].isAssignableFrom(narrow[i])) {
                return false;
            }
        }
        return method.getReturnType() != general.getReturnType() || !Arrays.equals(narrow, wide);
    }

    private boolean sameInSource(Method method, Method general, Method origin) {
        if (Arrays.equals(method.getParameterTypes(), general.getParameterTypes())) {
            return true;
        }
        List<Class<?>> own = arguments.parameters(method);
        return own.equals(arguments.parameters(origin));
    }

    private static @Nullable Method declared(Class<?> in, Method like) {
        for (Method method : in.getDeclaredMethods()) {
            if (!method.isBridge() && Inheritance.key(method).equals(Inheritance.key(like))) {
                return method;
            }
        }
        Class<?> parent = in.getSuperclass();
        Method found = parent == null ? null : declared(parent, like);
        for (Class<?> api : in.getInterfaces()) {
            found = found == null ? declared(api, like) : found;
        }
        return found;
    }
}
