// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.promise.Promise;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The types that may travel: those that can be reached from the signatures of what is exposed or looked up, and those that
 * were registered. Nothing else is ever instantiated. What is said about types ({@link #adapt}, {@link #alias},
 * {@link #lookup}) must be said before they are used. Any thread.
 */
public final class TypeSerializers {
    private final Map<TypeKey, TypeSerializer<?>> serializers = new ConcurrentHashMap<>();
    private final Map<Type, TypeSerializer<?>> declared = new ConcurrentHashMap<>();
    private final NamedTypes registry = new NamedTypes();
    private final TypeSettings settings;
    private final Object lock = new Object();

    /** Knows the value types of the JDK only. */
    public TypeSerializers() {
        this(GivenNames.OF_JAVA);
    }

    /**
     * Knows the value types of the JDK only.
     *
     * @param names that types and components have unless {@link #alias} says otherwise
     */
    public TypeSerializers(GivenNames names) {
        settings = new TypeSettings(names);
        JdkTypes.values().forEach((type, serializer) -> {
            serializers.put(new TypeKey(type, List.of()), serializer);
            if (!type.isPrimitive() && type != Void.class) {
                registry.add(type, serializer, List.of(type.getName()));
            }
        });
        serializers.put(TypeKey.OBJECT, registry.any());
        for (Class<?> array : List.of(
                boolean[].class,
                byte[].class,
                char[].class,
                short[].class,
                int[].class,
                long[].class,
                float[].class,
                double[].class,
                String[].class,
                Object[].class)) {
            registry.add(array, of(array), List.of(array.getName()));
        }
    }

    /**
     * Allows types that no signature names, for example the records that a parameter of type Object may hold.
     *
     * @param types records, enums and sealed interfaces
     * @throws IllegalArgumentException if a type has no encoding
     */
    public void register(Class<?>... types) {
        for (Class<?> type : Objects.requireNonNull(types, "types")) {
            of(Objects.requireNonNull(type, "type"));
        }
    }

    /**
     * The serializer of a declared type. Allows what it leads to.
     *
     * @param type of a parameter, result or component
     * @throws IllegalArgumentException if the type, or one that it leads to, has no encoding; says how it was reached and
     *     what to do
     */
    public TypeSerializer<?> of(Type type) {
        return of(type, null);
    }

    /**
     * Reads values of which perhaps no type is known any more: records are maps by the names of their components, with the
     * name of their type as {@code @type} where it was written.
     */
    public TypeSerializer<?> untyped() {
        return AnySerializer.untyped(registry);
    }

    /**
     * The serializers of a method's signature. Allows what they lead to.
     *
     * @throws IllegalArgumentException if one of them has no encoding, or the method returns neither nothing nor a promise
     */
    public MethodSerializer of(MethodInfo method) {
        String from = method.toString();
        List<TypeSerializer<?>> parameters = new ArrayList<>();
        for (Type parameter : method.parameters()) {
            parameters.add(of(parameter, from));
        }
        return new MethodSerializer(method, wireName(method), parameters, of(resultOf(method), from));
    }

    private static Type resultOf(MethodInfo method) {
        Type result = method.result();
        if (result instanceof ParameterizedType generic && generic.getRawType() == Promise.class) {
            return generic.getActualTypeArguments()[0];
        } else if (result == Promise.class) {
            return Object.class;
        } else if (result == void.class) {
            return Void.class;
        }
        throw new IllegalArgumentException("a method that is called from afar must return nothing or a Promise: method="
                + method + ", result=" + result.getTypeName());
    }

    /**
     * The name of a method on the wire, the same on both sides: {@code take(int,java.util.List)}.
     *
     * @param method with parameter types whose erasure counts
     */
    public static String wireName(MethodInfo method) {
        return method.name()
                + method.parameters().stream()
                        .map(type -> TypeKey.erasure(type).getTypeName())
                        .collect(Collectors.joining(",", "(", ")"));
    }

    /**
     * Lets values of a type travel as records.
     *
     * @param type exactly this class; values of subclasses are not meant
     * @param record a type that has an encoding
     * @param toWire on the thread that encodes; what it throws fails the message
     * @param fromWire on the thread that decodes; what it throws fails the message
     * @param <T> the type
     * @param <R> the record
     * @throws IllegalStateException if the type is in use already
     */
    public <T, R> void adapt(Class<T> type, Class<R> record, Function<T, R> toWire, Function<R, T> fromWire) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(record, "record");
        Objects.requireNonNull(toWire, "toWire");
        Objects.requireNonNull(fromWire, "fromWire");
        synchronized (lock) {
            unused(type, "an adapter");
            settings.adapt(type, new AdapterSerializer<>(type, record, toWire, fromWire));
        }
    }

    /**
     * Gives a type another name on the wire than that of its class, so that either may change.
     *
     * @param type record, enum, or a type with an adapter
     * @param name that is written and read
     * @param earlier names that are read, too, as is that of the class
     * @throws IllegalStateException if the type is in use already
     */
    public void alias(Class<?> type, String name, String... earlier) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(earlier, "earlier");
        Set<String> names = new LinkedHashSet<>();
        names.add(name);
        names.addAll(List.of(earlier));
        names.add(type.getName());
        synchronized (lock) {
            unused(type, "a name");
            settings.name(type, List.copyOf(names));
        }
    }

    /**
     * Lends the rights to make records of a module that does not open their package.
     *
     * @param lookup made with {@code MethodHandles.lookup()} in that module
     */
    public void lookup(MethodHandles.Lookup lookup) {
        Objects.requireNonNull(lookup, "lookup");
        synchronized (lock) {
            settings.lookup(lookup);
        }
    }

    private void unused(Class<?> type, String what) {
        if (serializers.keySet().stream().anyMatch(key -> key.raw() == type)) {
            throw new IllegalStateException(what + " must be given before its type is used: type=" + type.getName());
        }
    }

    private TypeSerializer<?> of(Type type, @Nullable String from) {
        TypeSerializer<?> serializer = declared.get(type);
        if (serializer == null) {
            TypeKey key = TypeKey.of(type, Map.of());
            serializer = serializers.get(key);
            if (serializer == null) {
                serializer = compile(key, from);
            }
            declared.put(type, serializer);
        }
        return serializer;
    }

    private TypeSerializer<?> compile(TypeKey key, @Nullable String from) {
        synchronized (lock) {
            SerializerFactory compiler = new SerializerFactory(settings, registry, serializers, from);
            TypeSerializer<?> serializer = compiler.serializer(key);
            Set<String> names = new HashSet<>();
            compiler.named().keySet().forEach(type -> checkNames(type, names));
            compiler.named().forEach((type, each) -> registry.add(type, each, settings.names(type)));
            serializers.putAll(compiler.made());
            return serializer;
        }
    }

    private void checkNames(Class<?> type, Set<String> taken) {
        for (String name : settings.names(type)) {
            if (registry.find(name) != null || !taken.add(name)) {
                throw new IllegalArgumentException(
                        "two types must not have the same name: type=" + type.getName() + ", name=" + name);
            }
        }
    }
}
