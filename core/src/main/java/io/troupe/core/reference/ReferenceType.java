// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.continuation.ActorObject;
import io.troupe.core.continuation.ActorObjects;
import io.troupe.core.error.SpawnRefusedException;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.Reference;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An actor type with its generated classes: makes references and messages. One object per type, kept by the type's
 * class, so it goes when the class goes. Immutable; any thread.
 *
 * @param <T> the actor's class, or the interface it is used through
 */
public final class ReferenceType<T> {
    private static final ClassValue<Slot> SLOTS = new ClassValue<>() {
        @Override
        protected Slot computeValue(Class<?> type) {
            return new Slot(type);
        }
    };

    private final Class<T> type;
    private final List<MethodInfo> methods;
    private final Allocator allocator;
    private final ReferenceFactory factory;

    /** What is to be said of the type once, or null. Any thread, by {@link #takeCaution}. */
    private volatile @Nullable String caution;

    private ReferenceType(Class<T> type, List<MethodInfo> methods, Allocator allocator, ReferenceFactory factory) {
        this.type = type;
        this.methods = methods;
        this.allocator = allocator;
        this.factory = factory;
        this.caution = ActorRules.caution(type);
    }

    /** What the first who spawns the type should be told about it, or null. Once; any thread. */
    public @Nullable String takeCaution() {
        if (caution == null) {
            return null;
        }
        synchronized (this) {
            String sentence = caution;
            caution = null;
            return sentence;
        }
    }

    /**
     * Checks the type and generates its classes, the first time; later returns the same object.
     *
     * @param type an actor class or an interface
     * @param lookup access to the type's package where its module does not open it; null: not needed
     * @throws SpawnRefusedException if the type breaks rules; lists all of them. Nothing is kept then: a later call checks again
     */
    @SuppressWarnings("unchecked") // the slot belongs to this class
    public static <T> ReferenceType<T> of(Class<T> type, MethodHandles.@Nullable Lookup lookup) {
        return (ReferenceType<T>) SLOTS.get(type).get(lookup);
    }

    /**
     * The type of a reference.
     *
     * @param reference generated earlier
     * @throws IllegalArgumentException if it is no reference
     */
    public static ReferenceType<?> ofReference(Object reference) {
        Outlet outlet = Reference.outletOf(reference); // or throws
        Class<?> parent = reference.getClass().getSuperclass();
        if (parent != Object.class) {
            return of(parent, null);
        }
        for (Class<?> api : reference.getClass().getInterfaces()) {
            if (api != Reference.class) {
                return of(api, null);
            }
        }
        throw new IllegalArgumentException("a reference must have a type: address=" + outlet.address());
    }

    /**
     * A new reference. No code of the actor's class runs.
     *
     * @param outlet where it sends its calls
     */
    @SuppressWarnings("unchecked") // the generated class extends or implements T
    public T newReference(Outlet outlet) {
        Object reference = factory.bind(allocator.allocate(), Objects.requireNonNull(outlet, "outlet"));
        VarHandle
                .storeStoreFence(); // as for a final field: whoever gets the reference, by a race even, sees its outlet
        return (T) reference;
    }

    /**
     * A new message, as a reference would make it, but with the arguments as they are.
     *
     * @param method index in {@link #methods}
     * @param arguments boxed
     * @return a {@link io.troupe.core.message.TellMessage} or {@link io.troupe.core.message.AskMessage}
     * @throws IndexOutOfBoundsException if there is no such method
     * @throws IllegalArgumentException if number or types of the arguments do not fit
     */
    public Call newMessage(int method, Object[] arguments) {
        if (method < 0 || method >= methods.size()) {
            throw ReferenceSupport.noSuchMethod(method);
        }
        MethodInfo info = methods.get(method);
        if (arguments.length != info.parameters().size()) {
            throw new IllegalArgumentException(
                    "number of arguments must fit the method: method=" + info + ", arguments=" + arguments.length);
        }
        try {
            return factory.message(method, arguments);
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("arguments must fit the method: method=" + info, e);
        }
    }

    /**
     * The method of a message class.
     *
     * @param className name of any class
     * @return null if it is not a message class of this type
     */
    public @Nullable MethodInfo methodOf(String className) {
        String prefix = type.getName() + GeneratedNames.MESSAGE;
        int end = className.startsWith(prefix) ? className.indexOf('$', prefix.length()) : -1;
        return end < 0 ? null : methods.get(Integer.parseInt(className, prefix.length(), end, 10));
    }

    /** The type that is spawned. */
    public Class<T> type() {
        return type;
    }

    /** Its messages, sorted by name and parameter types. */
    public List<MethodInfo> methods() {
        return methods;
    }

    @Override
    public String toString() {
        return "ReferenceType[" + type.getName() + "]";
    }

    private static <T> ReferenceType<T> generate(Class<T> type, MethodHandles.@Nullable Lookup lookup) {
        if (!ActorObject.class.isAssignableFrom(type)) {
            ActorObjects.expectOthers();
        }
        String hopeless = ActorRules.hopeless(type);
        if (hopeless != null) {
            throw refused(type, List.of(hopeless));
        }
        MethodTable table = MethodTable.of(type);
        List<String> violations = new ArrayList<>(ActorRules.violations(table));
        ClassDefiner definer = ClassDefiner.forPackageOf(type, lookup);
        if (definer == null) {
            violations.add(ClassDefiner.violation(type));
        }
        if (definer == null || !violations.isEmpty()) {
            throw refused(type, violations);
        }
        return define(type, table, definer);
    }

    private static <T> ReferenceType<T> define(Class<T> type, MethodTable table, ClassDefiner definer) {
        GeneratedNames names = new GeneratedNames(type);
        Allocator references = null;
        Allocator factories = null;
        for (ClassFile file : ClassFile.allOf(table)) {
            Class<?> defined = definer.define(file);
            if (file.name().equals(names.reference())) {
                references = new Allocator(defined);
            } else if (file.name().equals(names.factory())) {
                factories = new Allocator(defined);
            }
        }
        List<MethodInfo> methods = table.infos();
        ReferenceFactory factory = (ReferenceFactory)
                Objects.requireNonNull(factories, "factories").allocate();
        factory.methods(methods.toArray(new MethodInfo[0]));
        return new ReferenceType<>(type, methods, Objects.requireNonNull(references, "references"), factory);
    }

    private static SpawnRefusedException refused(Class<?> type, List<String> violations) {
        return new SpawnRefusedException("an actor type must keep the rules: type=" + type.getTypeName()
                + ", violations=" + violations.size() + "\n  " + String.join("\n  ", violations));
    }

    /** Where the one object of a class is kept, once there is one. */
    private static final class Slot {
        private final Class<?> type;

        /** Written under the lock, read without. */
        private volatile @Nullable ReferenceType<?> ready;

        Slot(Class<?> type) {
            this.type = type;
        }

        ReferenceType<?> get(MethodHandles.@Nullable Lookup lookup) {
            ReferenceType<?> seen = ready;
            return seen != null ? seen : make(lookup);
        }

        private synchronized ReferenceType<?> make(MethodHandles.@Nullable Lookup lookup) {
            ReferenceType<?> made = ready;
            if (made == null) {
                made = generate(type, lookup);
                ready = made;
            }
            return made;
        }
    }
}
