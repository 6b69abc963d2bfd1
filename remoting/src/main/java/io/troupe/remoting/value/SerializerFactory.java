// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import io.troupe.core.actor.Actor;
import io.troupe.core.channel.Channel;
import io.troupe.core.channel.Receiver;
import io.troupe.core.channel.Sender;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.value.Handle.HandleKind;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * Compiles one type and all that it leads to. Nothing is published unless everything has an encoding. One thread; used once.
 */
final class SerializerFactory {
    private final TypeSettings settings;
    private final NamedTypes registry;
    private final Map<TypeKey, TypeSerializer<?>> known;
    private final Map<TypeKey, TypeSerializer<?>> made = new HashMap<>();
    /** Types that can be told by name. */
    private final Map<Class<?>, TypeSerializer<?>> named = new LinkedHashMap<>();
    /** How the type in hand was reached: {@code Orders.place(Order)}, {@code Order.customer} … */
    private final List<String> path = new ArrayList<>();

    SerializerFactory(
            TypeSettings settings, NamedTypes registry, Map<TypeKey, TypeSerializer<?>> known, @Nullable String from) {
        this.settings = settings;
        this.registry = registry;
        this.known = known;
        if (from != null) {
            path.add(from);
        }
    }

    /** What was made besides the result. */
    Map<TypeKey, TypeSerializer<?>> made() {
        return made;
    }

    /** Types to be registered by name. */
    Map<Class<?>, TypeSerializer<?>> named() {
        return named;
    }

    TypeSerializer<?> serializer(TypeKey key) {
        TypeSerializer<?> serializer = known.get(key);
        if (serializer == null) {
            serializer = made.get(key);
        }
        return serializer == null ? compile(key) : serializer;
    }

    private TypeSerializer<?> compile(TypeKey key) {
        Class<?> raw = key.raw();
        if (key.isTooDeep()) {
            throw refused(raw, "has type arguments without end");
        }
        AdapterSerializer<?, ?> adapter = settings.adapter(raw);
        if (adapter != null) {
            return adapted(key, adapter.fresh());
        } else if (raw.isArray()) {
            TypeSerializer<?> element = serializer(key.argument(0));
            return put(key, ArraySerializers.of(raw, element));
        } else if (raw.isRecord()) {
            return record(key);
        } else if (raw.isEnum()) {
            TypeSerializer<?> serializer = put(key, new EnumSerializer(raw));
            named.put(raw, serializer);
            return serializer;
        }
        TypeSerializer<?> library = library(key);
        if (library != null) {
            return put(key, library);
        } else if (raw.isInterface() && raw.isSealed()) {
            return sealed(key);
        } else if (isReference(raw)) {
            return put(key, new HandleSerializers.ReferenceSerializer(raw));
        }
        throw refused(raw, TypeRefusals.reason(raw));
    }

    private TypeSerializer<?> put(TypeKey key, TypeSerializer<?> serializer) {
        made.put(key, serializer);
        return serializer;
    }

    private TypeSerializer<?> adapted(TypeKey key, AdapterSerializer<?, ?> adapter) {
        put(key, adapter);
        adapter.serializer(serializer(new TypeKey(adapter.record(), List.of())));
        named.put(key.raw(), adapter);
        return adapter;
    }

    private @Nullable TypeSerializer<?> library(TypeKey key) {
        Class<?> raw = key.raw();
        if (JdkTypes.isOpen(raw)) {
            return new AnySerializer(raw, registry);
        } else if (raw == Optional.class) {
            return new OptionalSerializers.OfValue(serializer(key.argument(0)));
        } else if (raw == Promise.class) {
            return new HandleSerializers.PromiseSerializer(serializer(key.argument(0)));
        } else if (raw == Callback.class) {
            return new HandleSerializers.CallbackSerializer(serializer(key.argument(0)));
        } else if (raw == Sender.class) {
            return new HandleSerializers.ChannelSerializer(HandleKind.SENDER, serializer(key.argument(0)));
        } else if (raw == Receiver.class) {
            return new HandleSerializers.ChannelSerializer(HandleKind.RECEIVER, serializer(key.argument(0)));
        } else if (raw == Channel.class) {
            return new HandleSerializers.ChannelSerializer(HandleKind.CHANNEL, serializer(key.argument(0)));
        } else if (raw == Flow.Publisher.class) {
            return new HandleSerializers.PublisherSerializer(serializer(key.argument(0)));
        } else if (JdkTypes.isCollection(raw)) {
            return JdkTypes.collection(raw, serializer(key.argument(0)));
        } else if (JdkTypes.isMap(raw)) {
            return JdkTypes.map(raw, serializer(key.argument(0)), serializer(key.argument(1)));
        }
        return null;
    }

    private TypeSerializer<?> record(TypeKey key) {
        Class<?> type = key.raw();
        Lookup lookup = RecordAccess.lookup(type, settings.lookups());
        if (lookup == null) {
            throw refused(type, TypeRefusals.closed(type));
        }
        try {
            List<String> names = settings.fields(type);
            RecordSerializer serializer = new RecordSerializer(
                    type, settings.names(type).get(0), names, RecordAccess.constructor(type, lookup));
            put(key, serializer);
            Map<TypeVariable<?>, TypeKey> bindings = key.bindings();
            List<RecordField> components = new ArrayList<>();
            for (RecordComponent each : type.getRecordComponents()) {
                path.add(type.getSimpleName() + "." + each.getName());
                TypeSerializer<?> component = serializer(TypeKey.of(each.getGenericType(), bindings));
                components.add(RecordField.of(
                        names.get(components.size()),
                        each.getType(),
                        component,
                        RecordAccess.accessor(type, each, lookup)));
                path.remove(path.size() - 1);
            }
            serializer.complete(components.toArray(new RecordField[0]));
            nameRecord(key, serializer);
            return serializer;
        } catch (ReflectiveOperationException e) {
            throw refused(type, TypeRefusals.closed(type));
        }
    }

    // by its name alone a generic record is known without arguments
    private void nameRecord(TypeKey key, RecordSerializer serializer) {
        if (key.isRaw()) {
            named.put(key.raw(), serializer);
        } else {
            serializer(new TypeKey(key.raw(), List.of()));
        }
    }

    private TypeSerializer<?> sealed(TypeKey key) {
        SealedSerializer serializer = new SealedSerializer(key.raw());
        put(key, serializer);
        addSubtypes(key, serializer);
        return serializer;
    }

    private void addSubtypes(TypeKey key, SealedSerializer serializer) {
        for (Class<?> subtype : key.raw().getPermittedSubclasses()) {
            TypeKey member = key.subtype(subtype);
            path.add(key.raw().getSimpleName());
            if (subtype.isInterface() && subtype.isSealed() && settings.adapter(subtype) == null) {
                addSubtypes(member, serializer);
            } else {
                NamedType each = new NamedType(settings.names(subtype).get(0), serializer(member));
                serializer.add(subtype, each, settings.names(subtype));
            }
            path.remove(path.size() - 1);
        }
    }

    /** A class of actors, or an interface that could be one. */
    static boolean isReference(Class<?> type) {
        if (Actor.class.isAssignableFrom(type)) {
            return true;
        }
        if (!type.isInterface() || type.isSealed() || type.isAnnotation() || JdkTypes.isOfJdk(type)) {
            return false;
        }
        List<Method> methods = Arrays.stream(type.getMethods())
                .filter(method -> Modifier.isAbstract(method.getModifiers()))
                .toList();
        return !methods.isEmpty()
                && methods.stream()
                        .allMatch(each -> each.getReturnType() == void.class || each.getReturnType() == Promise.class);
    }

    private IllegalArgumentException refused(Class<?> type, String reason) {
        List<String> steps = new ArrayList<>(path);
        steps.add(type.getSimpleName());
        return new IllegalArgumentException("a type that travels must have an encoding: " + type.getSimpleName() + " "
                + reason + ": type=" + type.getName() + ", reachedBy=" + String.join(" → ", steps));
    }
}
