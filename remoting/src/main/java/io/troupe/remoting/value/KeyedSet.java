// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.value;

import java.util.AbstractSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A set in the order of insertion, like LinkedHashSet, with the keys of a {@link KeyedMap}. One thread at a time. */
final class KeyedSet extends AbstractSet<@Nullable Object> {
    private final KeyedMap map = new KeyedMap();

    /** Empty, and to be {@link #finished} by who decodes it. */
    KeyedSet() {}

    /** See {@link KeyedMap#put}. */
    @Override
    public boolean add(@Nullable Object element) {
        int before = map.size();
        map.put(element, true);
        return map.size() > before;
    }

    /** The set to hand out: a LinkedHashSet if the hash codes of its elements are as they should be. */
    Set<Object> finished() {
        return map.isOrdinary() ? new LinkedHashSet<>(this) : this;
    }

    @Override
    public boolean contains(@Nullable Object element) {
        return map.containsKey(element);
    }

    @Override
    public boolean remove(@Nullable Object element) {
        return map.remove(element) != null;
    }

    @Override
    public Iterator<@Nullable Object> iterator() {
        return map.keySet().iterator();
    }

    @Override
    public int size() {
        return map.size();
    }

    @Override
    public void clear() {
        map.clear();
    }
}
