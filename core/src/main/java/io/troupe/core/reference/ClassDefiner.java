// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.message.Outlet;
import java.lang.invoke.MethodHandles;
import org.jspecify.annotations.Nullable;

/** Brings generated classes into the package and class loader of the actor type. */
final class ClassDefiner {
    private static final String MODULE = "io.troupe.core";

    private final MethodHandles.Lookup lookup;

    private ClassDefiner(MethodHandles.Lookup lookup) {
        this.lookup = lookup;
    }

    /**
     * Finds access to the package of a type.
     *
     * @param type of the actor
     * @param given by the user; null: none
     * @return null if there is none, see {@link #violation}
     */
    static @Nullable ClassDefiner forPackageOf(Class<?> type, MethodHandles.@Nullable Lookup given) {
        ClassDefiner definer = given == null ? null : through(given, type);
        if (definer == null) {
            ClassDefiner.class.getModule().addReads(type.getModule());
            definer = through(MethodHandles.lookup(), type);
        }
        if (definer != null) {
            showGeneratedCode(type.getModule());
        }
        return definer;
    }

    /**
     * Generated classes belong to the user's module and use packages that this module hides from users: they are opened to
     * that module alone, when its first type is used.
     */
    private static void showGeneratedCode(Module user) {
        Module own = ClassDefiner.class.getModule();
        own.addExports(Outlet.class.getPackageName(), user);
        own.addExports(ClassDefiner.class.getPackageName(), user);
    }

    private static @Nullable ClassDefiner through(MethodHandles.Lookup lookup, Class<?> type) {
        try {
            return new ClassDefiner(MethodHandles.privateLookupIn(type, lookup));
        } catch (IllegalAccessException e) {
            return null;
        }
    }

    /** What to say when there is no access. */
    static String violation(Class<?> type) {
        String pack = type.getPackageName();
        return "the actor's package must be accessible: package=" + pack + ", module="
                + type.getModule().getName() + "; add 'opens " + pack + " to " + MODULE
                + "' to its module-info or pass MethodHandles.lookup() of that package in ActorOptions.lookup";
    }

    /**
     * Defines a class; takes the existing one if an earlier attempt got that far.
     *
     * @throws SpawnRefusedException if the virtual machine does not accept the class
     */
    Class<?> define(ClassFile file) {
        try {
            return lookup.defineClass(file.bytes());
        } catch (LinkageError | IllegalAccessException refusal) {
            try {
                return lookup.findClass(file.className());
            } catch (ClassNotFoundException | IllegalAccessException | LinkageError e) {
                refusal.addSuppressed(e);
                throw new SpawnRefusedException(
                        "the actor's module must read " + MODULE + " and its class loader see it: class="
                                + file.className() + ", cause=" + refusal,
                        refusal);
            }
        }
    }
}
