// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.CallerSide;
import io.troupe.core.continuation.ActorObject;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.Type;

/** Which instance methods a type has, its own and the inherited ones, leaving out those of Object and Actor. */
final class Inheritance {
    private static final Set<Class<?>> BASES = Set.of(Object.class, Actor.class, ActorObject.class);
    private static final Set<String> ANSWERED_BY_REFERENCE =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");
    private static final Set<String> OBJECT_ONLY = Set.of("finalize()V", "clone()Ljava/lang/Object;");

    private Inheritance() {}

    /** Name and erased types. */
    static String key(Method method) {
        return method.getName().concat(Type.getMethodDescriptor(method));
    }

    /** Public methods by key, in the order of the keys; of several inherited ones the one that runs. */
    static Map<String, Method> publicMethods(Class<?> type) {
        Map<String, Method> found = new TreeMap<>();
        for (Method method : type.getMethods()) {
            if (!Modifier.isStatic(method.getModifiers())
                    && !BASES.contains(method.getDeclaringClass())
                    && !isAnsweredByReference(method)
                    && !isFinalizer(method)) {
                String key = key(method);
                Method before = found.get(key);
                found.put(key, before == null ? method : preferred(before, method));
            }
        }
        return found;
    }

    /** Whether it is equals, hashCode or toString. */
    static boolean isAnsweredByReference(Method method) {
        return ANSWERED_BY_REFERENCE.contains(key(method));
    }

    static boolean isFinalizer(Method method) {
        return method.getName().equals("finalize") && method.getParameterCount() == 0;
    }

    /** The class and its superclasses below Actor, lowest first; nothing for an interface. */
    static List<Class<?>> classes(Class<?> type) {
        List<Class<?>> found = new ArrayList<>();
        if (!type.isInterface()) {
            for (Class<?> next = type; next != null && !BASES.contains(next); next = next.getSuperclass()) {
                found.add(next);
            }
        }
        return found;
    }

    /** Methods that are not public and that a class in the type's package can override. */
    static List<Method> guards(Class<?> type, Set<String> publicKeys) {
        Map<String, Method> found = new TreeMap<>();
        Set<String> seen = new HashSet<>(publicKeys);
        for (Class<?> next : classes(type)) {
            for (Method method : next.getDeclaredMethods()) {
                if (isReachable(method, type) && seen.add(key(method)) && mayGuard(method)) {
                    found.put(key(method), method);
                }
            }
        }
        return List.copyOf(found.values());
    }

    static boolean hasFinalizer(Class<?> type) {
        for (Class<?> next : classes(type)) {
            for (Method method : next.getDeclaredMethods()) {
                if (isFinalizer(method)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Whether code in the package of the user may name the type, going by the class file. */
    static boolean isVisible(Class<?> type, Class<?> user) {
        Class<?> element = type;
        while (element.isArray()) {
            element = element.getComponentType();
        }
        int modifiers = element.getModifiers();
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers) || samePackage(element, user);
    }

    /** Whether a class in the package of the type can override the method. */
    static boolean isReachable(Method method, Class<?> type) {
        int modifiers = method.getModifiers();
        return !Modifier.isStatic(modifiers)
                && !Modifier.isPrivate(modifiers)
                && (Modifier.isPublic(modifiers)
                        || Modifier.isProtected(modifiers)
                        || samePackage(method.getDeclaringClass(), type));
    }

    private static boolean mayGuard(Method method) {
        int modifiers = method.getModifiers();
        return !Modifier.isPublic(modifiers)
                && !Modifier.isFinal(modifiers)
                && !method.isAnnotationPresent(CallerSide.class)
                && !OBJECT_ONLY.contains(key(method));
    }

    private static boolean samePackage(Class<?> one, Class<?> other) {
        return one.getPackageName().equals(other.getPackageName()) && one.getClassLoader() == other.getClassLoader();
    }

    private static Method preferred(Method one, Method other) {
        if (Modifier.isAbstract(one.getModifiers()) != Modifier.isAbstract(other.getModifiers())) {
            return Modifier.isAbstract(one.getModifiers()) ? other : one;
        }
        Class<?> first = one.getDeclaringClass();
        Class<?> second = other.getDeclaringClass();
        if (first.isAssignableFrom(second) || second.isAssignableFrom(first)) {
            return first.isAssignableFrom(second) ? other : one;
        }
        return first.getName().compareTo(second.getName()) <= 0 ? one : other;
    }
}
