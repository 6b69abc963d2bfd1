// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.actor.Actor;
import io.troupe.dispatch.timer.Timeout;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.Ids;
import io.troupe.examples.objstore.filestorage.Vote;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The one place where transactions end. Links vote in turn; whoever has voted finishes or aborts, or loses its turn with its
 * connection, or after a while. While the disk is synced, the next ones vote and finish; one more sync then serves all of them. A
 * commit is published and told to all links in this actor's turn, before whoever committed gets the answer.
 */
public class Committer extends Actor<Committer> {
    /** Commits that are remembered for clients that come back. */
    private static final int MOST_RECENT = 1000;

    private static final int MOST_OIDS = 100;
    /** Objects in all commits that are remembered. */
    private static final int MOST_CHANGED = 100_000;

    private static final Duration LONGEST_WAIT = Duration.ofMillis(1);

    private static final String TURN = "turn";

    private final WatchedStorage storage;
    private final @Nullable FileStorageWriter writer;
    private final Duration timeout;
    private final Map<Long, ZeoLink> links = new LinkedHashMap<>();
    private final ArrayDeque<Ballot> waiting = new ArrayDeque<>();
    private final ArrayDeque<Commit> recent = new ArrayDeque<>();
    private final List<Finish> finished = new ArrayList<>();
    private long recentFrom;
    private int recentOids;
    /** The largest that was given or stored. */
    private long lastOid;
    /** The largest of the vote, which may still be aborted. */
    private long votedOid;

    private @Nullable Ballot voted;
    private Vote.@Nullable Accepted accepted;
    private boolean syncing;
    private @Nullable Timeout patience;
    private @Nullable String broken;

    /** A transaction that everybody may see, with the objects that it has changed. */
    record Commit(long tid, List<Long> oids) {
        /** The frame that tells a client about it. */
        byte[] invalidation() {
            return ZeoCodec.call(
                    "invalidateTransaction",
                    ZeoCodec.id(tid),
                    oids.stream().map(ZeoCodec::id).toList());
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Ballot(long linkId, ZeoLink link, byte[] id, Draft draft) {}

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Finish(long linkId, ZeoLink link, byte[] id, Draft draft, Vote.Accepted accepted) {}

    /**
     * Ends transactions of this storage.
     *
     * @param writer null: nobody writes
     * @param timeout how long a link may keep its turn
     */
    Committer(WatchedStorage storage, @Nullable FileStorageWriter writer, Duration timeout) {
        this.storage = storage;
        this.writer = writer;
        this.timeout = timeout;
        recentFrom = storage.head();
        lastOid = storage.largestOid();
    }

    /** Nobody can finish any more what is voted for. */
    @Override
    protected void onStop() {
        if (writer != null && accepted != null) {
            try {
                writer.abort(accepted);
            } catch (IOException e) {
                breakDown(e); // the next writer cuts it off
            }
        }
    }

    /** Tells a link the head, and from then on every commit. */
    public void subscribe(long linkId, ZeoLink link, byte[] id) {
        links.put(linkId, link);
        link.subscribed(id, storage.head());
    }

    /** The link is gone: so is its vote, and its turn. */
    public void unsubscribe(long linkId, ZeoLink link) {
        forget(linkId);
        link.unsubscribed();
    }

    /** The same, of a link that can be told nothing any more. */
    public void forget(long linkId) {
        links.remove(linkId);
        withdraw(linkId);
    }

    /** Takes a vote back, if there is one that was not finished. One that waits for its turn is answered. */
    public void withdraw(long linkId) {
        waiting.removeIf(ballot -> {
            if (ballot.linkId == linkId) {
                ballot.link.notVoted(
                        ballot.id,
                        ballot.draft,
                        Fault.transaction("a transaction must not be aborted before its vote"));
            }
            return ballot.linkId == linkId;
        });
        if (writer != null && voted != null && accepted != null && voted.linkId == linkId) {
            try {
                writer.abort(accepted);
            } catch (IOException e) {
                breakDown(e);
            }
            turnOver();
            syncSoon(writer);
        }
    }

    private void turnOver() {
        context().cancelTimer(TURN);
        voted = null;
        accepted = null;
        votedOid = 0;
        voteNext();
    }

    /** Others wait for the disk that this one has, and perhaps it has stopped for ever. */
    private void endTurn(Ballot ballot) {
        ballot.link.turnEnded(timeout);
        withdraw(ballot.linkId);
    }

    /** Votes when it is this link's turn. */
    public void vote(long linkId, ZeoLink link, byte[] id, Draft draft) {
        waiting.add(new Ballot(linkId, link, id, draft));
        voteNext();
    }

    private void voteNext() {
        while (voted == null && !waiting.isEmpty()) {
            Ballot ballot = waiting.remove();
            if (broken != null || writer == null) {
                ballot.link.notVoted(
                        ballot.id,
                        ballot.draft,
                        writer == null ? Fault.readOnly() : Fault.storage(String.valueOf(broken)));
                continue;
            }
            try {
                Draft draft = ballot.draft;
                Vote vote = writer.vote(
                        draft.user(),
                        draft.description(),
                        draft.extension(),
                        draft.changes(),
                        Instant.ofEpochMilli(context().clock().millis()));
                answer(ballot, vote);
            } catch (IllegalArgumentException e) { // the client's mistake
                ballot.link.notVoted(ballot.id, ballot.draft, notWritable(e));
            } catch (IOException | OutOfMemoryError e) {
                storage.notWritten(ballot.draft.bytes(), e);
                ballot.link.notVoted(ballot.id, ballot.draft, notWritable(e));
            }
        }
    }

    private static Fault notWritable(Throwable cause) {
        return Fault.storage("a transaction must be writable: cause=" + cause.getMessage());
    }

    private void answer(Ballot ballot, Vote vote) {
        if (vote instanceof Vote.Accepted done) {
            voted = ballot;
            accepted = done;
            done.offsets().keySet().forEach(oid -> votedOid = larger(votedOid, oid));
            context().after(TURN, timeout, () -> endTurn(ballot));
            ballot.link.voted(ballot.id, ballot.draft, List.of());
        } else if (vote instanceof Vote.Conflicted conflicted) {
            ballot.link.voted(ballot.id, ballot.draft, conflicted.conflicts());
        } else if (vote instanceof Vote.Outdated outdated) {
            ballot.link.notVoted(ballot.id, ballot.draft, Fault.outdated(outdated));
        } else if (vote instanceof Vote.Unknown unknown) {
            ballot.link.notVoted(ballot.id, ballot.draft, Fault.missing(unknown.oid()));
        }
    }

    /** Finishes what this link has voted for. It is answered when the disk has it. */
    public void finish(long linkId, ZeoLink link, byte[] id, Draft draft) {
        if (writer == null || voted == null || accepted == null || voted.linkId != linkId) {
            // what is under way goes on: a vote that waits is heard, and a finish before this one
            link.refused(id, Fault.transaction("a transaction must be voted for before it is finished"));
            return;
        }
        try {
            writer.finish(accepted);
        } catch (IOException e) {
            storage.notWritten(draft.bytes(), e);
            link.notFinished(id, draft, notWritable(e));
            withdraw(linkId);
            return;
        }
        lastOid = larger(lastOid, votedOid);
        storage.written(draft.bytes());
        finished.add(new Finish(linkId, link, id, draft, accepted));
        turnOver();
        syncSoon(writer);
    }

    /** The next one that has voted may share the sync, if it does not let the others wait. */
    private void syncSoon(FileStorageWriter to) {
        if (syncing || finished.isEmpty()) {
            return;
        }
        if (voted == null) {
            sync(to);
        } else if (patience == null) {
            patience = context().after(LONGEST_WAIT, () -> sync(to));
        }
    }

    private void sync(FileStorageWriter to) {
        if (patience != null) {
            patience.cancel();
            patience = null;
        }
        if (syncing || finished.isEmpty()) {
            return;
        }
        syncing = true;
        List<Finish> batch = List.copyOf(finished);
        finished.clear();
        context()
                .blocking(() -> {
                    to.sync();
                    return true;
                })
                .onComplete((done, failure) -> {
                    syncing = false;
                    if (failure != null) {
                        breakDown(failure);
                        batch.forEach(each ->
                                each.link.notFinished(each.id, each.draft, Fault.storage(String.valueOf(broken))));
                    } else {
                        batch.forEach(each -> publish(to, each));
                    }
                    syncSoon(to);
                });
    }

    private void publish(FileStorageWriter to, Finish finish) {
        if (broken != null) {
            finish.link.notFinished(finish.id, finish.draft, Fault.storage(broken));
            return;
        }
        to.publish(finish.accepted);
        Commit commit = new Commit(
                finish.accepted.tid(), List.copyOf(finish.accepted.offsets().keySet()));
        recent.add(commit);
        recentOids += commit.oids().size();
        while (recent.size() > MOST_RECENT || recentOids > MOST_CHANGED) {
            Commit oldest = recent.remove();
            recentOids -= oldest.oids().size();
            recentFrom = oldest.tid();
        }
        byte[] invalidation = commit.invalidation(); // encoded once for all links
        links.forEach((linkId, link) -> {
            if (linkId != finish.linkId) {
                link.committed(commit.tid(), invalidation);
            }
        });
        finish.link.finished(finish.id, finish.draft, commit.tid(), storage.length(), storage.end());
    }

    /** After a failed sync nobody knows what the disk has: reading goes on, writing does not. */
    private void breakDown(Throwable cause) {
        if (broken == null) {
            broken = "the storage takes no more transactions, since its disk has failed: cause=" + cause.getMessage();
            storage.broken(broken);
        }
    }

    private static long larger(long one, long other) {
        return Long.compareUnsigned(one, other) > 0 ? one : other;
    }

    /** Gives ids for new objects. */
    public void newOids(ZeoLink link, byte[] id, long count) {
        long given = Math.max(1, Math.min(count, MOST_OIDS));
        long largest = larger(lastOid, votedOid);
        if (Long.compareUnsigned(largest + given, largest)
                < 0) { // a client has stored an object with an id of its own choice
            link.refused(id, Fault.storage("there must be ids left for new objects: largest=" + Ids.text(largest)));
            return;
        }
        List<Object> oids = new ArrayList<>();
        for (long i = 1; i <= given; i++) {
            oids.add(ZeoCodec.id(largest + i));
        }
        lastOid = largest + given;
        link.answer(id, oids);
    }

    /** What has changed since a transaction, for a client that comes back; nothing if that is too long ago. */
    public void invalidations(ZeoLink link, byte[] id, long since) {
        if (Long.compareUnsigned(since, recentFrom) < 0) {
            link.caughtUp(id, null);
            return;
        }
        Set<Long> oids = new LinkedHashSet<>();
        for (Commit commit : recent) {
            if (Long.compareUnsigned(commit.tid(), since) > 0) {
                oids.addAll(commit.oids());
            }
        }
        link.caughtUp(
                id,
                List.of(
                        ZeoCodec.id(storage.head()),
                        oids.stream().map(ZeoCodec::id).toList()));
    }

    /** How the server is. */
    public void status(ZeoLink link, byte[] id) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("connections", links.size());
        status.put("waiting", waiting.size());
        status.put("last-transaction", Ids.text(storage.head()));
        String notRead = storage.readFailure();
        String notWritten = storage.writeFailure();
        status.put("reading", notRead == null ? "works" : notRead);
        status.put("writing", writer == null ? "read-only" : notWritten == null ? "works" : notWritten);
        link.answer(id, status);
    }
}
