// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A map in the order of insertion, like LinkedHashMap, in which keys with the same hash code cost no more than others. One thread
 * at a time.
 */
final class KeyedMap extends AbstractMap<@Nullable Object, @Nullable Object> {
    /** Keys that only their own {@code equals} can tell apart, compared for each that is put in; more are an attack. */
    private static final int MOST_ALIKE = 32;

    /** So many are free, for small maps. */
    private static final int FREE = 64;

    /** If more than one in eight, or more than so many in all, share their hash code, an ordinary map would be slow with them. */
    private static final int ONE_IN = 8;

    private static final int MOST_COLLIDED = 64;

    private final Map<HashedKey, @Nullable Object> entries = new LinkedHashMap<>();
    private boolean building = true;
    private int collided;
    private long alike;

    /** Empty, and to be {@link #finished} by who decodes it. */
    KeyedMap() {}

    /**
     * Puts a pair in.
     *
     * @throws WireException while it is decoded: too many keys have a hash code and an equality that hide their differences
     */
    @Override
    public @Nullable Object put(@Nullable Object key, @Nullable Object value) {
        HashedKey own = new HashedKey(key);
        Object before = entries.put(own, value);
        if (building) {
            collided += own.isDigested() ? 1 : 0;
            alike += own.alike();
            if (alike > (long) MOST_ALIKE * (entries.size() + FREE)) {
                throw new WireException("keys with an equals of their own must differ in their hash codes: class="
                        + (key == null ? "null" : key.getClass().getName()) + ", keys=" + entries.size()
                        + ", comparisons=" + alike);
            }
        }
        return before;
    }

    /** The map to hand out: a LinkedHashMap if the hash codes of its keys are as they should be. */
    Map<Object, Object> finished() {
        return isOrdinary() ? new LinkedHashMap<>(this) : this;
    }

    /** The same for sets. */
    boolean isOrdinary() {
        building = false;
        return collided <= Math.min(entries.size() / ONE_IN, MOST_COLLIDED);
    }

    @Override
    public @Nullable Object get(@Nullable Object key) {
        return entries.get(new HashedKey(key));
    }

    @Override
    public boolean containsKey(@Nullable Object key) {
        return entries.containsKey(new HashedKey(key));
    }

    @Override
    public @Nullable Object remove(@Nullable Object key) {
        return entries.remove(new HashedKey(key));
    }

    @Override
    public int size() {
        return entries.size();
    }

    @Override
    public void clear() {
        entries.clear();
    }

    @Override
    public Set<Entry<@Nullable Object, @Nullable Object>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<@Nullable Object, @Nullable Object>> iterator() {
                return new Pairs(entries.entrySet().iterator());
            }

            @Override
            public int size() {
                return entries.size();
            }

            @Override
            public void clear() {
                entries.clear();
            }
        };
    }

    /** The entries with keys as users know them. */
    private static final class Pairs implements Iterator<Entry<@Nullable Object, @Nullable Object>> {
        private final Iterator<Entry<HashedKey, @Nullable Object>> entries;

        Pairs(Iterator<Entry<HashedKey, @Nullable Object>> entries) {
            this.entries = entries;
        }

        @Override
        public boolean hasNext() {
            return entries.hasNext();
        }

        @Override
        public Entry<@Nullable Object, @Nullable Object> next() {
            Entry<HashedKey, @Nullable Object> entry = entries.next();
            return new SimpleEntry<>(entry.getKey().value(), entry.getValue()) {
                @Override
                public @Nullable Object setValue(@Nullable Object value) {
                    entry.setValue(value);
                    return super.setValue(value);
                }
            };
        }

        @Override
        public void remove() {
            entries.remove();
        }
    }
}
