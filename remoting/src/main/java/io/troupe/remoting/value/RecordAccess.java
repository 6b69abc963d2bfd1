// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds constructors and accessors of records, with the rights of this module or with those that a user lends. */
final class RecordAccess {
    private RecordAccess() {}

    /**
     * A lookup that may see the members of a record.
     *
     * @return null if there is none
     */
    static @Nullable Lookup lookup(Class<?> type, List<Lookup> lent) {
        for (Lookup each : lent) {
            Lookup found = privately(type, each);
            if (found != null) {
                return found;
            }
        }
        RecordAccess.class.getModule().addReads(type.getModule());
        Lookup own = privately(type, MethodHandles.lookup());
        if (own != null) {
            return own;
        }
        Lookup everybody = MethodHandles.publicLookup();
        try {
            constructor(type, everybody);
            return everybody;
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static @Nullable Lookup privately(Class<?> type, Lookup lookup) {
        try {
            return MethodHandles.privateLookupIn(type, lookup);
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** The canonical constructor, taking an array of all components. */
    static MethodHandle constructor(Class<?> type, Lookup lookup) throws ReflectiveOperationException {
        RecordComponent[] components = type.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        for (int i = 0; i < components.length; i++) {
            types[i] = components[i].getType();
        }
        MethodHandle constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types));
        return constructor
                .asFixedArity()
                .asType(MethodType.genericMethodType(components.length))
                .asSpreader(Object[].class, components.length);
    }

    /** The accessor of a component. */
    static MethodHandle accessor(Class<?> type, RecordComponent component, Lookup lookup)
            throws ReflectiveOperationException {
        return lookup.findVirtual(type, component.getName(), MethodType.methodType(component.getType()));
    }
}
