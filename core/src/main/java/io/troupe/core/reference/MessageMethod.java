// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.ActorObject;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * A method whose calls become messages.
 *
 * @param index in the method table
 * @param method as found by reflection; never called that way
 * @param info what its messages tell about it
 */
record MessageMethod(int index, Method method, MethodInfo info) {
    String name() {
        return method.getName();
    }

    /** Parameter and return types as in the class file. */
    String descriptor() {
        return Type.getMethodDescriptor(method);
    }

    Type[] parameters() {
        return Type.getArgumentTypes(method);
    }

    boolean isAsk() {
        return method.getReturnType() != void.class;
    }

    /** Whether an argument of this type can be an actor, which must not leave as it is. */
    static boolean mayHoldActor(Class<?> type) {
        if (type.isPrimitive() || type.isArray() || type.isEnum()) {
            return false;
        }
        if (!Modifier.isFinal(type.getModifiers()) || ActorObject.class.isAssignableFrom(type)) {
            return true;
        }
        for (Class<?> api : interfaces(type, new HashSet<>())) {
            if (isSpawnable(api)) {
                return true;
            }
        }
        return false;
    }

    /** Whether an object of this type, which is no actor, can hold one. */
    static boolean mayContainActor(Class<?> type) {
        return (type.isArray() && !type.getComponentType().isPrimitive()) || type.isRecord() || type == Optional.class;
    }

    private static boolean isSpawnable(Class<?> api) {
        ClassLoader loader = api.getClassLoader();
        return !api.isSealed() && loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static Set<Class<?>> interfaces(Class<?> type, Set<Class<?>> found) {
        for (Class<?> api : type.getInterfaces()) {
            if (found.add(api)) {
                interfaces(api, found);
            }
        }
        Class<?> parent = type.getSuperclass();
        return parent == null ? found : interfaces(parent, found);
    }
}
