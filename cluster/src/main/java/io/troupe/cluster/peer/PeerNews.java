// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a member tells whoever has dialled it: the number of its view, and what it hosts; and clients that ask, who owns what. It listens to nobody there: a member believes
 * those whom it has dialled itself, by {@link PeerLinks}. Any thread.
 */
public final class PeerNews {
    private final long self;
    private final List<Callback<String>> listeners = new CopyOnWriteArrayList<>();
    private final RouteDesk desk;
    private volatile PeerNote note;

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
        this.desk = new RouteDesk(remoting, known);
        this.note = new PeerNote(self, 0, Set.of());
        remoting.accept(PeerLinks.STREAM, String.class, String.class, this::accept);
        remoting.onLink(link -> dialled.accept(PeerLinks.idOf(link.identity().id())));
    }

    private Callback<String> accept(Callback<String> out) {
        listeners.removeIf(Callback::isEnded);
        listeners.add(out);
        out.item(note.toString());
        return Callback.of(said -> {}); // anybody may say anything
    }

    /** Whether a link is that of a client that has asked who owns what. It says so itself. */
    public boolean isClient(Link link) {
        return desk.isClient(link);
    }

    /**
     * Tells all.
     *
     * @param view number of the view of this member
     * @param hosted names of the types that it hosts
     */
    public void tell(long view, Set<String> hosted) {
        note = new PeerNote(self, view, hosted);
        String text = note.toString();
        listeners.forEach(out -> out.item(text));
    }
}
