// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.RandomAccess;
import java.util.SortedSet;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Collections of any kind. An Iterable that is no collection is copied first, as lists begin with their size. */
final class ListSerializer extends TypeSerializer<Iterable<?>> {
    private final String name;
    private final TypeSerializer<?> element;
    private final boolean sorted;
    private final Supplier<? extends Collection<Object>> maker;

    ListSerializer(Class<?> type, TypeSerializer<?> element, Supplier<? extends Collection<Object>> maker) {
        name = type.getSimpleName();
        this.element = element;
        this.sorted = SortedSet.class.isAssignableFrom(type);
        this.maker = maker;
    }

    @Override
    protected void write(Iterable<?> value, ValueWriter out) {
        if (sorted) {
            checkNatural(((SortedSet<?>) value).comparator());
        }
        if (value instanceof RandomAccess && value instanceof List<?> list) {
            int size = list.size();
            out.beginList(size);
            for (int i = 0; i < size; i++) {
                element.put(list.get(i), out);
            }
            out.endList();
        } else if (value instanceof Collection<?> collection) {
            writeAll(collection, out);
        } else {
            List<Object> copy = new java.util.ArrayList<>();
            value.forEach(copy::add);
            writeAll(copy, out);
        }
    }

    private void writeAll(Collection<?> collection, ValueWriter out) {
        int left = collection.size();
        out.beginList(left);
        for (Object each : collection) {
            if (--left < 0) {
                throw changed();
            }
            element.put(each, out);
        }
        if (left != 0) {
            throw changed();
        }
        out.endList();
    }

    /** Where it arrives values have their natural order: with another one they would be others, and perhaps fewer. */
    static void checkNatural(@Nullable Comparator<?> order) {
        if (order != null && !order.equals(Comparator.naturalOrder())) {
            throw new WireException("sorted values must have their natural order, as no other one travels: comparator="
                    + order.getClass().getName());
        }
    }

    static WireException changed() {
        return new WireException("a collection must not change while it is encoded");
    }

    @Override
    @SuppressWarnings("NullAway") // a collection that takes no nulls says so by an exception
    protected Iterable<?> read(ValueReader in) {
        ValueKind kind = in.peek();
        if (kind != ValueKind.LIST) {
            throw ScalarSerializers.mismatch("a list", name, kind);
        }
        Collection<Object> result = maker.get();
        in.beginList();
        while (in.more()) {
            Object each = element.take(in);
            try {
                result.add(each);
            } catch (WireException e) {
                throw e;
            } catch (RuntimeException e) {
                throw new WireException("an element must fit its collection: expected=" + name, e);
            }
        }
        return result instanceof KeyedSet set ? set.finished() : result;
    }
}
