// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * Makes objects without running constructors or initialisers of their classes, as deserialization does. By the JDK's
 * {@code sun.reflect.ReflectionFactory}, an exported class of module jdk.unsupported; reached by reflection because
 * javac warns of it.
 */
final class Allocator {
    private static final Object FACTORY;
    private static final Method NEW_CONSTRUCTOR;
    private static final Constructor<Object> OBJECT;

    static {
        try {
            Class<?> factory = Class.forName("sun.reflect.ReflectionFactory");
            FACTORY = factory.getMethod("getReflectionFactory").invoke(null);
            NEW_CONSTRUCTOR = factory.getMethod("newConstructorForSerialization", Class.class, Constructor.class);
            OBJECT = Object.class.getDeclaredConstructor();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final Constructor<?> constructor;

    /** For objects of that class. */
    Allocator(Class<?> type) {
        try {
            constructor = (Constructor<?>) NEW_CONSTRUCTOR.invoke(FACTORY, type, OBJECT);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("references must be allocatable: class=" + type.getName(), e);
        }
    }

    /** A new object with all fields zero. Any thread. */
    Object allocate() {
        try {
            return constructor.newInstance();
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("references must be allocatable: class=" + constructor, e);
        }
    }
}
