// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Numbers that this side has given to keys of the other side, so that hot ones travel without their texts. A key gets a number
 * when it is called again soon after the first time; the one that was not called for longest loses its number. A new owner of a
 * number is told before the call that uses it, in the one order of a link, so nothing has to be confirmed.
 *
 * <p>All calls by key wait in one cell. A call that leaves in pieces holds up that cell, so between its pieces no number
 * changes hands. Loop only.
 */
final class KeyNumbers {
    /** Numbers of a link in each direction. */
    static final int MOST = 4096;

    /** Characters of all keys that have one. */
    static final int MOST_CHARS = 1 << 18;

    /** Keys are looked for among so many, or some thousand keys would push each other out as they take turns. */
    private static final int WAYS = 4;

    private static final int SEEN_BITS = 10;
    private static final int GOLDEN = 0x9E3779B9;

    private final Map<KeyedName, TargetId> numbers = new LinkedHashMap<>(16, 0.75f, true);
    private final ArrayDeque<Long> free = new ArrayDeque<>();

    /**
     * Keys without a number that were called lately, by their hashes; 0: none. Two keys of one hash only lead to a number too
     * early.
     */
    private final int[] seen = new int[WAYS << SEEN_BITS];

    /** Which of those of one place goes next. */
    private int next;

    private int chars;
    private long last;

    /**
     * How to write the target of a call.
     *
     * @param name of the target
     * @param before takes frames that must leave before the call
     */
    TargetId target(KeyedName name, Consumer<Frame> before) {
        TargetId known = numbers.get(name);
        if (known != null) {
            return known;
        }
        int at = placeOf(name.hashCode());
        if (at < 0) {
            return TargetId.keyed(name.type(), name.key());
        }
        TargetId made = define(name, before);
        seen[at] = 0;
        return made;
    }

    /** Where a hash is among those that were seen; if it is not, it is from now on, and the result is below 0. */
    private int placeOf(int hash) {
        int first = ((hash * GOLDEN) >>> (Integer.SIZE - SEEN_BITS)) * WAYS;
        int to = first + (next & (WAYS - 1));
        for (int at = first; at < first + WAYS; at++) {
            if (seen[at] == hash) {
                return at;
            }
            to = seen[at] == 0 ? at : to;
        }
        seen[to] = hash;
        next++;
        return -1;
    }

    private TargetId define(KeyedName name, Consumer<Frame> before) {
        makeRoom(name.size(), before);
        long number = free.isEmpty() ? last + 1 : free.element();
        before.accept(new Frame.KeyNumber(number, name.type(), name.key())); // or throws
        if (number > last) {
            last = number;
        } else {
            free.remove();
        }
        chars += name.size();
        TargetId target = TargetId.keyNumber(number);
        numbers.put(name, target);
        return target;
    }

    private void makeRoom(int size, Consumer<Frame> before) {
        Iterator<Map.Entry<KeyedName, TargetId>> eldest = numbers.entrySet().iterator();
        boolean reused = !free.isEmpty();
        while (numbers.size() >= MOST || chars + size > MOST_CHARS) {
            Map.Entry<KeyedName, TargetId> entry = eldest.next();
            long number = entry.getValue().id();
            chars -= entry.getKey().size();
            eldest.remove();
            free.add(number);
            if (reused) {
                before.accept(new Frame.KeyNumber(number, "", ""));
            }
            reused = true; // the first one is given away again at once
        }
    }

    /** How many have a number. */
    int size() {
        return numbers.size();
    }
}
