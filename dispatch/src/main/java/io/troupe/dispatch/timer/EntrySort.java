// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.timer;

import org.jspecify.annotations.Nullable;

/**
 * Stable sort of a chain of entries by deadline, in place: it runs under the lock of the wheel and so allocates next to
 * nothing. Source: bottom-up list merge sort (Knuth, volume 3, section 5.2.4, list merge).
 */
final class EntrySort {
    private EntrySort() {}

    /** Sorts the chain linked by {@code next}; returns its new first entry. {@code previous} links are not kept. */
    static TimerEntry sort(TimerEntry first) {
        // runs[i] is null or a sorted run of 2^i entries that stood before everything not yet taken.
        @Nullable TimerEntry[] runs = new @Nullable TimerEntry[Integer.SIZE];
        TimerEntry rest = first;
        while (rest != null) {
            TimerEntry run = rest;
            rest = rest.next;
            run.next = null;
            int i = 0;
            for (TimerEntry before = runs[0]; before != null; before = runs[++i]) {
                run = merge(before, run);
                runs[i] = null;
            }
            runs[i] = run;
        }
        TimerEntry sorted = null;
        for (TimerEntry before : runs) {
            if (before != null) {
                sorted = sorted == null ? before : merge(before, sorted);
            }
        }
        return sorted == null ? first : sorted;
    }

    /** Whether the chain is already in order. */
    static boolean isSorted(TimerEntry first) {
        TimerEntry at = first;
        for (TimerEntry next = at.next; next != null; next = next.next) {
            if (next.deadline < at.deadline) {
                return false;
            }
            at = next;
        }
        return true;
    }

    private static TimerEntry merge(TimerEntry earlier, TimerEntry later) {
        TimerEntry left = earlier;
        TimerEntry right = later;
        TimerEntry head = later.deadline < earlier.deadline ? later : earlier;
        TimerEntry tail = null;
        while (left != null && right != null) {
            TimerEntry least;
            if (right.deadline < left.deadline) {
                least = right;
                right = right.next;
            } else { // equal deadlines: the one that stood first
                least = left;
                left = left.next;
            }
            if (tail != null) {
                tail.next = least;
            }
            tail = least;
        }
        if (tail != null) {
            tail.next = left != null ? left : right;
        }
        return head;
    }
}
