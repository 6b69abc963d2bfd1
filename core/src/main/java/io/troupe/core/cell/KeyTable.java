// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.cell;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Objects by key, of which those at rest go when nobody holds them any more. Any thread.
 *
 * <p>Invariant: while an object that was made for a key can be reached by anybody, the table has it under that key, either
 * itself or by a weak reference. So there are never two of one key that anybody could use: the virtual machine clears a
 * weak reference only when nobody can reach the object any more. Known race: a key is looked up while the reference is cleared.
 * Both results are right: who still gets the object holds it from then on. Only the thread that owns an object holds and lets
 * go of it.
 */
final class KeyTable<T> {
    /** An object that is held, or a {@link Resting} one. */
    private final ConcurrentHashMap<String, Object> entries = new ConcurrentHashMap<>();

    private final ReferenceQueue<T> gone = new ReferenceQueue<>();

    KeyTable() {}

    /** The object of a key if somebody holds it, or could. */
    @Nullable
    T find(String key) {
        return objectOf(entries.get(key));
    }

    /** The object of a key, made if there is none; it is not held. */
    T get(String key, Function<String, T> make) {
        T found = find(key);
        return found == null ? make(key, make) : found;
    }

    private T make(String key, Function<String, T> make) {
        forgetGone();
        T made = make.apply(key);
        while (true) { // held by this thread, so that the entry is not cleared before the caller has it
            Object before = entries.putIfAbsent(key, new Resting<>(key, made, gone));
            if (before == null) {
                return made;
            }
            T other = objectOf(before);
            if (other != null) {
                return other;
            }
            entries.remove(key, before);
        }
    }

    /** Keeps the object from now on. By its owner. */
    void hold(String key, T object) {
        entries.put(key, object);
    }

    /** Keeps the object only as long as others do. By its owner. */
    void letGo(String key, T object) {
        entries.replace(key, object, new Resting<>(key, object, gone));
    }

    /** Has nothing under this key from now on. By the owner of the object, who lets nobody use it any more. */
    void remove(String key) {
        entries.remove(key);
    }

    /** Drops the entries of objects that nobody could use any more. */
    void forgetGone() {
        for (Object entry = gone.poll(); entry != null; entry = gone.poll()) {
            entries.remove(((Resting<?>) entry).key, entry);
        }
    }

    /** All objects that somebody holds, or could; weakly consistent. */
    List<T> all() {
        List<T> all = new ArrayList<>();
        for (Object entry : entries.values()) {
            T object = objectOf(entry);
            if (object != null) {
                all.add(object);
            }
        }
        return all;
    }

    /** Entries; racy. */
    int size() {
        return entries.size();
    }

    @SuppressWarnings("unchecked") // what is no reference is an object
    private @Nullable T objectOf(@Nullable Object entry) {
        return entry instanceof Resting<?> resting ? (T) resting.get() : (T) entry;
    }

    /** An object that others hold, or nobody. */
    private static final class Resting<T> extends WeakReference<T> {
        final String key;

        Resting(String key, T object, ReferenceQueue<T> gone) {
            super(object, gone);
            this.key = key;
        }
    }
}
