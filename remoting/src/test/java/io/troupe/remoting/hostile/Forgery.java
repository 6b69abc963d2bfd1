// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Anything;
import io.troupe.remoting.codec.BrokenFrameException;
import io.troupe.remoting.codec.Codecs;
import io.troupe.remoting.codec.Failure;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.FrameDecoder;
import io.troupe.remoting.codec.FrameEncoder;
import io.troupe.remoting.codec.Output;
import io.troupe.remoting.codec.Payload;
import io.troupe.remoting.codec.RecordingHandles;
import io.troupe.remoting.codec.TargetId;
import io.troupe.remoting.value.Handle;
import io.troupe.remoting.value.TypeSerializer;
import io.troupe.remoting.value.WireException;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Says a conversation again in well-formed frames, some of which lie: numbers, names, counts, values and handles are those of
 * others. What it does follows from the random numbers.
 */
final class Forgery {
    private static final long[] NUMBERS = {
        0, 1, 2, 3, 4, 5, 7, 9, -1, 100, 65_536, 1 << 20, Integer.MAX_VALUE, Long.MAX_VALUE, Long.MIN_VALUE
    };
    private static final double[] REALS = {0, -1, 1e-300, 1e300, Double.NaN, Double.POSITIVE_INFINITY};
    private static final String[] TEXTS = {
        "",
        Stage.DESK,
        Stage.VAULT,
        Stage.STREAM,
        "balance()",
        "take(int)",
        "empty()",
        "take",
        "empty",
        "sum()",
        "publish(int,int)",
        "subscribe",
        "nobody",
        "two\nlines\r[main] ERROR forged",
        "\u001b[2J\u202e",
        "\ud800",
        "x".repeat(3000)
    };
    private static final TypeSerializer<Object> ANYTHING = new Anything();

    private final Random random;
    private final FrameDecoder decoder;
    private final FrameEncoder encoder;

    Forgery(Encoding encoding, Random random) {
        this.random = random;
        this.decoder = Codecs.of(encoding).decoder(new RecordingHandles(), Recording.WIDE);
        this.encoder = Codecs.of(encoding).encoder(new RecordingHandles(), Recording.WIDE);
    }

    /** The same parts, some of them forged; those that cannot be read or written are left out. */
    List<byte[]> forge(List<byte[]> parts) {
        List<byte[]> forged = new ArrayList<>();
        forged.add(parts.get(0));
        int lies = 1 + random.nextInt(8);
        for (byte[] part : parts.subList(1, parts.size())) {
            Output out = new Output(256);
            if (encodes(part, random.nextInt(parts.size()) < lies, out)) {
                forged.add(out.copy());
            }
        }
        return forged;
    }

    /** Whether what it has become has an encoding. */
    private boolean encodes(byte[] part, boolean lie, Output out) {
        try {
            Frame frame = decoder.decode(part, 0, part.length);
            if (frame instanceof Frame.Unknown) {
                return false;
            }
            encoder.encode((Frame) again(frame, lie), out);
            return true;
        } catch (BrokenFrameException | WireException e) {
            return false;
        }
    }

    /** A copy of a record; if it lies, some of its components are others. */
    private Object again(Object record, boolean lie) {
        RecordComponent[] components = record.getClass().getRecordComponents();
        Object[] values = new Object[components.length];
        Class<?>[] types = new Class<?>[components.length];
        int victim = lie && values.length > 0 ? random.nextInt(values.length) : -1;
        try {
            for (int i = 0; i < values.length; i++) {
                types[i] = components[i].getType();
                components[i].getAccessor().setAccessible(true);
                Object value = components[i].getAccessor().invoke(record);
                values[i] = component(value, types[i], i == victim);
            }
            Constructor<?> constructor = record.getClass().getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (java.lang.reflect.InvocationTargetException e) {
            throw new WireException("not even a record takes that: cause=" + e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private Object component(Object value, Class<?> type, boolean lie) {
        if (value instanceof Payload.Incoming payload) {
            return payload(payload, lie);
        }
        if (value instanceof Frame inner) {
            return again(inner, lie);
        }
        if (value instanceof ByteBuffer bytes) {
            ByteBuffer copy = ByteBuffer.allocate(lie ? random.nextInt(100) : bytes.remaining());
            return lie ? copy : copy.put(bytes.duplicate()).flip();
        }
        if (!lie) {
            return value;
        }
        if (type == long.class) {
            return number((Long) value);
        } else if (type == int.class) {
            return (int) number((Integer) value);
        } else if (type == double.class) {
            return REALS[random.nextInt(REALS.length)];
        } else if (type == boolean.class) {
            return !(Boolean) value;
        } else if (type == String.class) {
            return text();
        } else if (type.isEnum()) {
            Object[] all = type.getEnumConstants();
            return all[random.nextInt(all.length)];
        } else if (type == TargetId.class) {
            return random.nextBoolean() ? TargetId.id(number(1)) : TargetId.name(text());
        } else if (value instanceof Failure failure) {
            return again(failure, true);
        } else if (value instanceof Map<?, ?> properties) {
            return properties(properties);
        }
        return value;
    }

    private Map<String, String> properties(Map<?, ?> properties) {
        Map<String, String> lies = new HashMap<>();
        properties.forEach((key, value) -> lies.put(
                (String) key, random.nextInt(3) > 0 ? (String) value : random.nextBoolean() ? text() : "" + number(1)));
        return lies;
    }

    private long number(long near) {
        return random.nextInt(3) == 0 ? near + random.nextInt(5) - 2 : NUMBERS[random.nextInt(NUMBERS.length)];
    }

    private String text() {
        return TEXTS[random.nextInt(TEXTS.length)];
    }

    private Payload payload(Payload.Incoming payload, boolean lie) {
        List<TypeSerializer<?>> serializers = Collections.nCopies(count(payload), ANYTHING);
        Object[] values = payload.read(serializers);
        if (lie) {
            for (int i = 0; i < values.length; i++) {
                values[i] = value(values[i]);
            }
        }
        return new Payload.Outgoing(serializers, values);
    }

    private static int count(Payload.Incoming payload) {
        try (JsonParser json = new JsonFactory().createParser(payload.toJson())) {
            int count = 0;
            json.nextToken();
            while (json.nextToken() != JsonToken.END_ARRAY) {
                json.skipChildren();
                count++;
            }
            return count;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Something else, or the same with something else in it. */
    private Object value(Object value) {
        if (random.nextInt(6) == 0) {
            return null;
        }
        if (value instanceof Handle handle) {
            Handle.HandleKind[] kinds = Handle.HandleKind.values();
            boolean same = random.nextBoolean();
            return new Handle(same ? handle.kind() : kinds[random.nextInt(kinds.length)], number(handle.id()));
        } else if (value instanceof Long number) {
            return random.nextInt(4) == 0 ? text() : (Object) number(number);
        } else if (value instanceof String) {
            return random.nextInt(4) == 0 ? (Object) number(1) : text();
        } else if (value instanceof List<?> list) {
            return list(list);
        } else if (value instanceof Map<?, ?> map) {
            Map<Object, Object> other = new LinkedHashMap<>();
            map.forEach((key, each) -> other.put(random.nextInt(4) == 0 ? text() : key, value(each)));
            return other;
        } else if (value instanceof Anything.Fields fields) {
            Map<String, Object> other = new LinkedHashMap<>();
            fields.values().forEach((key, each) -> other.put(random.nextInt(8) == 0 ? text() : key, value(each)));
            return new Anything.Fields(random.nextInt(8) == 0 ? text() : fields.type(), other);
        } else if (value instanceof Anything.Typed typed) {
            return new Anything.Typed(random.nextInt(4) == 0 ? text() : typed.type(), value(typed.value()));
        }
        return random.nextInt(4) == 0 ? nested(random.nextInt(200)) : value;
    }

    private List<Object> list(List<?> list) {
        List<Object> other = new ArrayList<>(list);
        if (!other.isEmpty()) {
            other.set(random.nextInt(other.size()), value(other.get(0)));
            if (random.nextInt(4) == 0) {
                other.addAll(Collections.nCopies(random.nextInt(2000), other.get(0)));
            }
        }
        return other;
    }

    /** Lists in lists. */
    private static Object nested(int depth) {
        Object inner = List.of();
        for (int i = 0; i < depth; i++) {
            inner = List.of(inner);
        }
        return inner;
    }
}
