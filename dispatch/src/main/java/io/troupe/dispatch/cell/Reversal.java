// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import org.jspecify.annotations.Nullable;

/**
 * A long chain of arrivals that is being turned around in steps: its messages are known newest first, and a million of
 * them must not keep a worker from its other cells. For the owner of the chain, except for {@link #count} and
 * {@link #position}.
 *
 * <p>Invariant: from {@code first} to {@code newest} the messages are linked oldest first, ending with null; from {@code rest}
 * to {@code end} they are linked newest first and are older than all of those. The newest message may still be the head of the
 * queue it came from: senders link new messages to it, but never write its own link.
 */
final class Reversal {
    /** Messages turned around in one step: a fraction of a millisecond though none of them is in a cache. */
    static final int STEP = 4096;

    private final Message newest;
    private final @Nullable Message end;
    private @Nullable Message first;
    private @Nullable Message rest;

    /** Messages turned around so far. For the owner. */
    private int turnedAround;

    /** The chain that comes after this one. */
    private @Nullable Reversal following;

    private Reversal(Message newest, @Nullable Message first, @Nullable Message rest, @Nullable Message end) {
        this.newest = newest;
        this.first = first;
        this.rest = rest;
        this.end = end;
    }

    /** Goes on with what {@link Chain#oldestFirst} has begun. */
    static Reversal begun(Message newest, Message first, @Nullable Message end) {
        Message rest = newest.next();
        newest.next(null);
        Reversal begun = new Reversal(newest, first, rest, end);
        begun.turnedAround = STEP;
        return begun;
    }

    /** A chain of which nothing is turned around. */
    static Reversal of(Message newest, @Nullable Message end) {
        Message older = newest.awaitNext();
        newest.next(null);
        return new Reversal(newest, newest, older == end || older == Inbox.BUSY ? null : older, end);
    }

    /** A ring, in order already. */
    static Reversal ofRing(Message newest) {
        Message oldest = newest.next();
        newest.next(null);
        return new Reversal(newest, oldest, null, null);
    }

    /** Puts this chain behind another. Returns the first of all. */
    Reversal behind(@Nullable Reversal before) {
        if (before == null) {
            return this;
        }
        Reversal last = before;
        while (last.following != null) {
            last = last.following;
        }
        last.following = this;
        return before;
    }

    @Nullable
    Reversal following() {
        return following;
    }

    /** Turns some more around. Returns whether all are in order now. */
    boolean step() {
        Message oldest = first; // a field would be written, with the collector's barrier, for each message
        Message at = rest;
        rest = null; // whoever counts these now gets lost, and notices
        int count = 0;
        for (; at != null && count < STEP; count++) {
            Message older = at.awaitNext();
            at.next(oldest);
            oldest = at;
            at = older == end || older == Inbox.BUSY ? null : older;
        }
        turnedAround += count;
        first = oldest;
        rest = at;
        return at == null;
    }

    /** The oldest message, at the beginning of a list that ends with null. Once all are in order. */
    @Nullable
    Message first() {
        return first;
    }

    Message newest() {
        return newest;
    }

    /** How many messages there are, or were at first. For the owner, once all are in order. */
    int size() {
        return turnedAround;
    }

    /** Takes the oldest out, or returns null when nothing is left. Once all are in order. */
    @Nullable
    Message poll() {
        Message oldest = first;
        if (oldest != null) {
            first = oldest.next();
            oldest.next(null);
        }
        return oldest;
    }

    /** Messages, counted up to the limit; during a step only those that were in order before. Any thread; racy. */
    int count(int limit) {
        Message from = rest;
        int turned = turned(limit);
        if (from == null) { // all are in order, or a step goes on: the next one may look like it
            return turned;
        }
        int unturned = unturned(null, limit - turned);
        return rest == from ? turned + unturned : turned;
    }

    /** Where a message stands, from 1 for the oldest; 0 if it is not found up to the limit. Any thread; racy. */
    int position(Message message, int limit) {
        int turned = 0;
        int inTurned = 0;
        Message at = first;
        while (at != null && turned < limit) {
            turned++;
            if (at == message) {
                inTurned = turned;
            }
            at = at == newest ? null : at.acquireNext();
        }
        int unturned = unturned(null, limit - turned);
        if (inTurned > 0) {
            return unturned + inTurned;
        }
        int newer = unturned(message, unturned);
        return newer == unturned ? 0 : unturned - newer;
    }

    private int turned(int limit) {
        int count = 0;
        Message at = first;
        while (at != null && count < limit) {
            count++;
            at = at == newest ? null : at.acquireNext();
        }
        return count;
    }

    /** Messages that are not turned around yet, from the newest to the given one or to the limit. */
    private int unturned(@Nullable Message until, int limit) {
        int count = 0;
        Message at = rest;
        while (at != null && at != end && at != Inbox.BUSY && at != until && count < limit) {
            count++;
            at = at.acquireNext();
        }
        return count;
    }
}
