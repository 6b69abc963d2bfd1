// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Somebody whom events come from or happen to: an actor, a node, a disk, or the test itself. Its number is the order in which it
 * was first met, its key is the same in every run of a test as far as the runs agree about who makes whom.
 */
final class Participant {
    final int number;
    final long key;

    /** An address, or an object whose text is one. */
    private final Object named;

    private @Nullable String name;

    /** Actors that this one has made. */
    private int made;

    /** Whether it is an actor that has ended: it sends nothing any more. */
    boolean ended;

    /** Whether it has crashed: nothing happens to it any more. */
    boolean gone;

    /** The event before, of those that happened to it; for {@link RaceCoverage}. */
    long lastKey;

    /** Lanes that end here and hold an event that is possible now; for strategies. */
    private Lane[] racing = new Lane[2];

    private int racingCount;

    Participant(int number, long key, Object named) {
        this.number = number;
        this.key = key;
        this.named = named;
    }

    String name() {
        String known = name;
        if (known == null) {
            known = named.toString();
            name = known;
        }
        return known;
    }

    /** The mailbox, if it is an actor that has one of the simulation. */
    @Nullable
    FlightMailbox mailbox() {
        return named instanceof FlightMailbox mailbox ? mailbox : null;
    }

    /** The key of the next actor that this one makes. */
    long nextKey() {
        return Chance.mixed(key + 31L * ++made);
    }

    int racing() {
        return racingCount;
    }

    Lane racing(int index) {
        return racing[index];
    }

    void join(Lane lane) {
        if (racingCount == racing.length) {
            racing = Arrays.copyOf(racing, 2 * racingCount);
        }
        lane.place = racingCount;
        racing[racingCount++] = lane;
    }

    void leave(Lane lane) {
        Lane last = racing[--racingCount];
        racing[lane.place] = last;
        last.place = lane.place;
        racing[racingCount] = null;
        lane.place = -1;
    }

    @Override
    public String toString() {
        return name();
    }
}
