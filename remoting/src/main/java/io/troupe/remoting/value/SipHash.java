// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * 64 bits of a value that nobody outside of this process can foresee: equal values have equal digests, and who chooses the values
 * cannot make different ones agree. It is SipHash-1-3 (Aumasson and Bernstein, 2012) with a key of this process over the parts of
 * lists, sets, maps, optional values and records. A value of which the parts do not say when it is equal to another, such as a
 * record that has an {@code equals} of its own, has the digest of its hash code. One thread; used once.
 */
final class SipHash {
    private static final long KEY0 = ThreadLocalRandom.current().nextLong();
    private static final long KEY1 = ThreadLocalRandom.current().nextLong();

    private static final ClassValue<Parts> PARTS = new ClassValue<>() {
        @Override
        protected Parts computeValue(Class<?> type) {
            return new Parts(type);
        }
    };

    private long v0 = KEY0 ^ 0x736f6d6570736575L;
    private long v1 = KEY1 ^ 0x646f72616e646f6dL;
    private long v2 = KEY0 ^ 0x6c7967656e657261L;
    private long v3 = KEY1 ^ 0x7465646279746573L;

    private SipHash() {}

    /** How to take a record apart. Any thread. */
    private static final class Parts {
        private final Class<?> type;

        /** Null while nobody has said how. */
        private volatile MethodHandle @Nullable [] accessors;

        private volatile @Nullable Boolean plain;

        Parts(Class<?> type) {
            this.type = type;
        }

        /** The accessors, or null if the components do not say whether records are equal. */
        MethodHandle @Nullable [] comparable() {
            MethodHandle[] all = accessors;
            return all != null && isPlain() ? all : null;
        }

        private boolean isPlain() {
            Boolean known = plain;
            if (known == null) {
                known = hasGivenEquals(type);
                plain = known;
            }
            return known;
        }
    }

    /**
     * Whether the equality of a record is the one that the language gives it: then its class calls a method of that signature,
     * bootstrapped by java.lang.runtime.ObjectMethods. A class that cannot be looked at counts as one with its own.
     */
    private static boolean hasGivenEquals(Class<?> type) {
        String file = type.getName().substring(type.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream in = type.getResourceAsStream(file)) {
            return in != null
                    && new String(in.readAllBytes(), StandardCharsets.ISO_8859_1)
                            .contains("(L" + type.getName().replace('.', '/') + ";Ljava/lang/Object;)Z");
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Says how to take records of a class apart.
     *
     * @param type of the records
     * @param accessors of all components, each taking an Object and returning one
     */
    static void learn(Class<?> type, MethodHandle[] accessors) {
        PARTS.get(type).accessors = accessors.clone();
    }

    /** Of a key. */
    static long of(@Nullable Object value) {
        SipHash digest = new SipHash();
        digest.add(value);
        return digest.end();
    }

    private void add(@Nullable Object value) {
        if (value == null) {
            add(0L);
        } else if (value instanceof Record record) {
            addRecord(record);
        } else if (value instanceof CharSequence || value instanceof Number || value instanceof UUID) {
            addScalar(value);
        } else if (value instanceof List<?> list) {
            add((long) list.size());
            list.forEach(this::add);
        } else if (value instanceof Set<?> set) {
            long sum = 0; // in no order
            for (Object each : set) {
                sum += of(each);
            }
            add(sum);
        } else if (value instanceof Map<?, ?> map) {
            long sum = 0;
            for (Map.Entry<?, ?> each : map.entrySet()) {
                SipHash pair = new SipHash();
                pair.add(each.getKey());
                pair.add(each.getValue());
                sum += pair.end();
            }
            add(sum);
        } else if (value instanceof Optional<?> optional) {
            add(optional.isPresent() ? 1L : 2L);
            add(optional.orElse(null));
        } else {
            addOther(value);
        }
    }

    private void addScalar(Object value) {
        if (value instanceof String text) {
            add(text);
        } else if (value instanceof Long || value instanceof Integer) {
            add(((Number) value).longValue());
        } else if (value instanceof Double real) {
            add(Double.doubleToLongBits(real));
        } else if (value instanceof BigInteger || value instanceof BigDecimal) {
            add(value.toString());
        } else if (value instanceof UUID id) {
            add(id.getMostSignificantBits());
            add(id.getLeastSignificantBits());
        } else {
            add((long) value.hashCode());
        }
    }

    private void addOther(Object value) {
        if (value instanceof OptionalLong number) {
            add(number.isPresent() ? 1L : 2L);
            add(number.orElse(0));
        } else if (value instanceof OptionalDouble number) {
            add(number.isPresent() ? 1L : 2L);
            add(Double.doubleToLongBits(number.orElse(0)));
        } else if (value instanceof Locale || value.getClass().getPackageName().equals("java.time")) {
            add(value.toString());
        } else {
            add((long) value.hashCode());
        }
    }

    private void addRecord(Record record) {
        MethodHandle[] accessors = PARTS.get(record.getClass()).comparable();
        if (accessors == null) {
            add((long) record.hashCode());
            return;
        }
        for (MethodHandle accessor : accessors) {
            try {
                add((Object) accessor.invokeExact((Object) record));
            } catch (Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalArgumentException(
                        "an accessor of a record must not throw: type="
                                + record.getClass().getName() + ", cause=" + e,
                        e);
            }
        }
    }

    private void add(String text) {
        int length = text.length();
        add((long) length);
        long word = 0;
        for (int i = 0; i < length; i++) {
            word = word << 16 | text.charAt(i);
            if ((i & 3) == 3) {
                add(word);
                word = 0;
            }
        }
        add(word);
    }

    private void add(long word) {
        v3 ^= word;
        round();
        v0 ^= word;
    }

    private void round() {
        v0 += v1;
        v1 = Long.rotateLeft(v1, 13) ^ v0;
        v0 = Long.rotateLeft(v0, 32);
        v2 += v3;
        v3 = Long.rotateLeft(v3, 16) ^ v2;
        v0 += v3;
        v3 = Long.rotateLeft(v3, 21) ^ v0;
        v2 += v1;
        v1 = Long.rotateLeft(v1, 17) ^ v2;
        v2 = Long.rotateLeft(v2, 32);
    }

    private long end() {
        v2 ^= 0xff;
        round();
        round();
        round();
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
