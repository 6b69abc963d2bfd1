// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.activation;

import io.troupe.core.call.MethodInfo;
import io.troupe.core.message.AskMessage;
import io.troupe.core.message.Call;
import io.troupe.core.message.Outlet;
import io.troupe.core.message.TellMessage;
import io.troupe.core.promise.Promise;
import io.troupe.core.reference.ReferenceType;
import io.troupe.remoting.codec.CborValues;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.TypeSerializers;
import io.troupe.remoting.value.ValueReader;
import io.troupe.remoting.value.ValueWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Calls of one class of actors, and their replies, as bytes: CBOR, by the shapes that links use. Any thread. */
public final class CallCodec {
    private final CborValues values = new CborValues();
    private final ReferenceType<?> type;
    private final String name;
    private final TypeSerializers serializers;
    private final Map<String, Arguments> arguments = new ConcurrentHashMap<>();
    private final Map<String, ReplyCodec> replies = new ConcurrentHashMap<>();

    /**
     * For one class.
     *
     * @param type of its references
     * @param name stable name of the class
     * @param serializers of what may be stored
     */
    CallCodec(ReferenceType<?> type, String name, TypeSerializers serializers) {
        this.type = type;
        this.name = name;
        this.serializers = serializers;
    }

    /** The stable name of the class. */
    public String typeName() {
        return name;
    }

    /** A reference of the class. */
    public Object newReference(Outlet outlet) {
        return type.newReference(outlet);
    }

    /**
     * Calls the method of a call.
     *
     * @return what it returned; null: nothing, or the call was put aside
     */
    public static @Nullable Promise<?> run(Call call, Object receiver) throws Throwable {
        if (call instanceof AskMessage<?> ask) {
            return ask.callFor(receiver);
        }
        ((TellMessage) call).deliver(receiver);
        return Promise.done();
    }

    /** The name of the method of a call in the store. */
    public static String methodName(Call call) {
        return TypeSerializers.wireName(call.method());
    }

    /**
     * Encodes the arguments of a call.
     *
     * @throws RuntimeException if one of them has no encoding
     */
    public byte[] write(Call call) {
        return values.write(arguments(call.method()), call.arguments());
    }

    /**
     * Makes a call of its parts.
     *
     * @throws RuntimeException if there is no such method, or the arguments do not fit
     */
    public Call read(String method, byte[] encoded) {
        List<MethodInfo> methods = type.methods();
        for (int i = 0; i < methods.size(); i++) {
            if (TypeSerializers.wireName(methods.get(i)).equals(method)) {
                Object[] read = (Object[]) values.read(arguments(methods.get(i)), encoded);
                return type.newMessage(i, read == null ? new Object[0] : read);
            }
        }
        throw new IllegalArgumentException(
                "a stored call must be of a method that its class has: type=" + name + ", method=" + method);
    }

    /**
     * How replies of a method are encoded.
     *
     * @throws IllegalArgumentException if they have no encoding
     */
    public ReplyCodec replies(MethodInfo method) {
        return replies.computeIfAbsent(
                TypeSerializers.wireName(method), any -> new ReplyCodec(values, serializers.of(resultOf(method))));
    }

    private static Type resultOf(MethodInfo method) {
        if (method.result() instanceof ParameterizedType promise) {
            return promise.getActualTypeArguments()[0];
        }
        return method.result() == void.class ? Void.class : Object.class;
    }

    private Arguments arguments(MethodInfo method) {
        return arguments.computeIfAbsent(
                TypeSerializers.wireName(method),
                any -> new Arguments(
                        method.parameters().stream().map(serializers::of).toList()));
    }

    /** Arguments as a list. */
    private static final class Arguments extends TypeSerializer<Object[]> {
        private final List<? extends TypeSerializer<?>> each;

        Arguments(List<? extends TypeSerializer<?>> each) {
            this.each = each;
        }

        @Override
        protected void write(Object[] arguments, ValueWriter out) {
            out.beginList(arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                each.get(i).put(arguments[i], out);
            }
            out.endList();
        }

        @Override
        @SuppressWarnings("NullAway") // whether null is allowed is the business of the method
        protected Object[] read(ValueReader in) {
            Object[] arguments = new Object[each.size()];
            in.beginList();
            int count = 0;
            while (in.more()) {
                if (count == arguments.length) {
                    throw new IllegalArgumentException("a stored call must have as many arguments as its method has"
                            + " parameters: parameters=" + arguments.length);
                }
                arguments[count] = each.get(count).take(in);
                count++;
            }
            if (count < arguments.length) {
                throw new IllegalArgumentException("a stored call must have as many arguments as its method has"
                        + " parameters: arguments=" + count + ", parameters=" + arguments.length);
            }
            return arguments;
        }
    }
}
