// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers;

import io.troupe.examples.philosophers.Chair.Fork;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The chairs of a table with a fork between every two. Grows by pairs of chairs: even ones stay between odd ones, so that two
 * neighbours always agree which of their forks comes first. The table's alone.
 *
 * <p>Whoever sits down gets a new number; it says which chair, and in the bits above how often that one had been taken before.
 * So whoever has left cannot be taken for whoever came after.
 */
final class Ring {
    /** Most chairs. */
    static final int MOST = 1 << 20;

    private static final int SITTINGS = Integer.MAX_VALUE / MOST + 1;

    private final List<Chair> chairs = new ArrayList<>();
    private final Deque<Chair> free = new ArrayDeque<>();
    private final int salt;

    /** Place of the next pair; moves on, so that newcomers sit among the others. */
    private @Nullable Chair gap;

    /**
     * A ring without guests.
     *
     * @param salt added to the numbers of sittings, so that they differ from those of another table
     */
    Ring(int count, int salt) {
        this.salt = salt;
        for (int i = 0; i < count; i++) {
            chairs.add(new Chair(i));
        }
        for (int i = 0; i < count; i++) {
            Chair chair = chairs.get(i);
            chair.next(chairs.get((i + 1) % count));
            Fork right = new Fork();
            chair.beside(Hand.RIGHT, right);
            chair.next().beside(Hand.LEFT, right);
            free.add(chair);
        }
        gap = count == 0 ? null : chairs.get(0);
    }

    List<Chair> chairs() {
        return chairs;
    }

    /** Somebody sits down: on a free chair, or on a new one. */
    Chair sit() {
        if (free.isEmpty()) {
            grow();
        }
        Chair chair = free.remove();
        chair.seat((chair.sitting() + salt) % SITTINGS * MOST + chair.index());
        return chair;
    }

    void free(Chair chair) {
        chair.seat(Chair.EMPTY);
        free.add(chair);
    }

    /** The chair with this number of a seat, or null if nobody sits there under this number. */
    @Nullable
    Chair find(int seat) {
        int index = seat & (MOST - 1);
        if (index >= chairs.size()) {
            return null;
        }
        Chair chair = chairs.get(index);
        return chair.seat() == seat && seat != Chair.EMPTY ? chair : null;
    }

    /** Number of free seats. */
    int room() {
        return MOST - chairs.size() + free.size();
    }

    private void grow() {
        Chair before = gap;
        int first = chairs.size();
        // Even and odd chairs alternate.
        int odd = before == null ? 0 : 1 - before.index() % 2;
        Chair one = new Chair(first + odd);
        Chair two = new Chair(first + 1 - odd);
        chairs.add(odd == 0 ? one : two);
        chairs.add(odd == 0 ? two : one);
        Chair after = before == null ? one : before.next();
        Fork left = before == null ? new Fork() : before.beside(Hand.RIGHT);
        Fork middle = new Fork();
        Fork right = before == null ? left : new Fork();
        one.beside(Hand.LEFT, left);
        one.beside(Hand.RIGHT, middle);
        two.beside(Hand.LEFT, middle);
        two.beside(Hand.RIGHT, right);
        one.next(two);
        two.next(after);
        if (before != null) {
            before.next(one);
            after.beside(Hand.LEFT, right); // a guest who holds the old one puts that one back
        }
        gap = after.next();
        free.add(one);
        free.add(two);
    }
}
