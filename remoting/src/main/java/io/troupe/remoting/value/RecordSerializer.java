// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.lang.invoke.MethodHandle;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A record: its components by name, so that either side may have more of them. Complete before it is handed out. */
final class RecordSerializer extends TypeSerializer<Object> {
    private static final RecordField[] NONE = {};
    /** Bytes of an object, and of each of its fields, about. */
    private static final int OBJECT = 16;

    private static final int FIELD = 8;

    private final Class<?> type;
    private final String name;
    private final List<String> names;
    /** Takes an array of all components. */
    private final MethodHandle constructor;

    private final Map<String, Integer> indexes = new HashMap<>();
    private RecordField[] components = NONE;

    /** Without components yet. */
    RecordSerializer(Class<?> type, String name, List<String> names, MethodHandle constructor) {
        this.type = type;
        this.name = name;
        this.names = names;
        this.constructor = constructor;
    }

    /** While it is compiled. */
    void complete(RecordField[] newComponents) {
        components = newComponents;
        for (int i = 0; i < newComponents.length; i++) {
            indexes.put(newComponents[i].name, i);
        }
        SipHash.learn(
                type, Arrays.stream(newComponents).map(each -> each.accessor).toArray(MethodHandle[]::new));
    }

    @Override
    protected void write(Object value, ValueWriter out) {
        write(value, out, false);
    }

    void write(Object value, ValueWriter out, boolean named) {
        out.beginRecord(name, names, named);
        RecordField[] all = components;
        int i = 0;
        try {
            for (; i < all.length; i++) {
                out.field(i);
                all[i].write(value, out);
            }
        } catch (WireException e) {
            throw within(e, all[i]);
        }
        out.endRecord();
    }

    @Override
    protected Object read(ValueReader in) {
        return read(in, null);
    }

    @Override
    public TypeSerializer<Object> completedBy(Supplier<?> defaults) {
        return new Completed(this, defaults);
    }

    private Object read(ValueReader in, @Nullable Supplier<?> defaults) {
        ValueKind kind = in.peek();
        if (kind != ValueKind.RECORD && kind != ValueKind.MAP) {
            throw ScalarSerializers.mismatch("a record", type.getSimpleName(), kind);
        }
        in.beginRecord();
        return readFields(in, defaults);
    }

    /** Reads on behind the beginning of the record. */
    Object readFields(ValueReader in) {
        return readFields(in, null);
    }

    private Object readFields(ValueReader in, @Nullable Supplier<?> defaults) {
        RecordField[] all = components;
        in.takes(OBJECT + FIELD * all.length);
        @Nullable Object[] values = new @Nullable Object[all.length];
        boolean @Nullable [] came = defaults == null ? null : new boolean[all.length];
        boolean complete = true;
        int expected = 0;
        int seen = 0;
        for (String field = in.nextField(); field != null; field = in.nextField()) {
            int index = index(field, expected);
            if (index < 0) {
                in.skip();
                continue;
            }
            complete &= index == expected;
            expected = index + 1;
            seen++;
            try {
                values[index] = all[index].serializer.take(in);
            } catch (WireException e) {
                throw within(e, all[index]);
            }
            if (came != null) {
                came[index] = true;
            }
        }
        if (!complete || seen != all.length) {
            if (defaults != null && came != null) {
                complete(values, came, defaults);
            }
            fill(values);
        }
        return construct(values);
    }

    /** Asks for the defaults only if something has not come. */
    private void complete(@Nullable Object[] values, boolean[] came, Supplier<?> defaults) {
        Object record = null;
        for (int i = 0; i < values.length; i++) {
            if (!came[i]) {
                record = record == null ? Objects.requireNonNull(defaults.get(), "defaults") : record;
                values[i] = components[i].of(record);
            }
        }
    }

    // a component that is null after all is one that did not come, or one that may be null
    private void fill(@Nullable Object[] values) {
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                values[i] = components[i].serializer.missing();
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // the quick way first: names are interned on both sides
    private int index(String field, int expected) {
        if (expected < components.length) {
            String name = components[expected].name;
            if (name == field || name.equals(field)) {
                return expected;
            }
        }
        Integer index = indexes.get(field);
        return index == null ? -1 : index;
    }

    private Object construct(@Nullable Object[] values) {
        try {
            return constructor.invokeExact(values);
        } catch (OutOfMemoryError e) {
            throw e;
        } catch (Throwable e) { // errors of the user's constructor, too: they are about this message only
            throw new WireException("a record must accept its components: record=" + name + ", cause=" + e, e);
        }
    }

    private WireException within(WireException e, RecordField component) {
        String message = String.valueOf(e.getMessage());
        if (message.contains(", in=")) {
            return e;
        }
        return new WireException(message + ", in=" + type.getSimpleName() + "." + component.name, e);
    }

    /** Takes components that did not come from another record. */
    private static final class Completed extends TypeSerializer<Object> {
        private final RecordSerializer fields;
        private final Supplier<?> defaults;

        Completed(RecordSerializer fields, Supplier<?> defaults) {
            this.fields = fields;
            this.defaults = defaults;
        }

        @Override
        protected void write(Object value, ValueWriter out) {
            fields.write(value, out);
        }

        @Override
        protected Object read(ValueReader in) {
            return fields.read(in, defaults);
        }
    }
}
