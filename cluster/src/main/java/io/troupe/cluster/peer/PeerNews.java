// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells whoever has dialled it and says who it is: the number of its view, and what it hosts; and clients that
 * ask, who owns what. It listens to nobody there: a member believes those whom it has dialled itself, by {@link PeerLinks}.
 * Nobody calls a member that has told nothing, so one that parts from all who listen, and tells nobody else, gets no more
 * calls. Any thread.
 */
public final class PeerNews {
    private final long self;

    // ---- guarded by this
    private final List<Listening> listeners = new ArrayList<>();
    private PeerNote note;
    private boolean parted;

    /** Who has said so, by the id of its remoting. */
    private record Listening(String id, Callback<String> out) {}

    /**
     * Tells those who ask from now on.
     *
     * @param remoting of the process
     * @param self id of this member
     * @param dialled told the id that a process claims that has dialled: it may be a new member
     * @param known all that this member knows of the others, for clients; null: it is no member any more
     * @throws IllegalArgumentException if the process has been a member before
     */
    public PeerNews(Remoting remoting, long self, LongConsumer dialled, Supplier<@Nullable RegistryDelta> known) {
        this.self = self;
        this.note = new PeerNote(self, 0, false, Set.of(), Set.of());
        new RouteDesk(known).open(remoting);
        remoting.accept(
                PeerLinks.STREAM, String.class, String.class, out -> Callback.of(id -> begin(String.valueOf(id), out)));
        remoting.onLink(link -> dialled.accept(PeerLinks.idOf(link.identity().id())));
    }

    private synchronized void begin(String id, Callback<String> out) {
        listeners.removeIf(each -> each.out.isEnded());
        boolean known = listeners.stream().anyMatch(each -> each.out == out);
        if (!parted && !known) {
            listeners.add(new Listening(id, out));
            out.item(note.toString());
        }
    }

    /** Whether a link is that of a process that has been told something, and may call. */
    public synchronized boolean isListening(Link link) {
        return listeners.stream()
                .anyMatch(each -> each.id.equals(link.identity().id()));
    }

    /** Tells nobody any more who does not listen yet: they would begin to call. */
    public synchronized void part() {
        parted = true;
    }

    /**
     * Tells all.
     *
     * @param view number of the view of this member
     * @param leaving whether it gives its shards away
     * @param unreachable members to which this one has no link
     * @param hosted names of the types that it hosts
     */
    public synchronized void tell(long view, boolean leaving, Set<Long> unreachable, Set<String> hosted) {
        note = new PeerNote(self, view, leaving, unreachable, hosted);
        listeners.removeIf(each -> each.out.isEnded());
        listeners.forEach(each -> each.out.item(note.toString()));
    }
}
