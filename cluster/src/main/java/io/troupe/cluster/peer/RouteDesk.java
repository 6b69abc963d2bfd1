// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Answers clients, which are no members, who owns what. Any thread. */
final class RouteDesk {
    /** Name of the streams on which clients ask. */
    static final String STREAM = "troupe/cluster/routes";

    /** From so many on those that are linked no more are forgotten. */
    private static final int MANY = 1024;

    private final Remoting remoting;
    private final Supplier<@Nullable RegistryDelta> known;

    /** Ids of the remotings of clients that have asked. */
    private final Set<String> clients = ConcurrentHashMap.newKeySet();

    /**
     * Answers from now on.
     *
     * @param remoting of the process
     * @param known all that this member knows; null: it is no member any more
     */
    RouteDesk(Remoting remoting, Supplier<@Nullable RegistryDelta> known) {
        this.remoting = remoting;
        this.known = known;
        remoting.accept(STREAM, String.class, String.class, out -> Callback.of(text -> answer(out, text)));
    }

    private void answer(Callback<String> out, @Nullable String text) {
        try {
            RouteNote.Question question = RouteNote.Question.parse(String.valueOf(text));
            RegistryDelta all = known.get();
            if (all == null) {
                out.fail(new CallRefusedException("a member that has ended must not be asked for others"));
                return;
            }
            remember(question.id());
            out.item(all.view() > question.view() ? RouteNote.of(all) : RouteNote.nothingNew(all.view()));
            out.end();
        } catch (IllegalArgumentException e) {
            out.fail(new CallRefusedException("a client must ask for what is newer than a view: cause=" + e));
        }
    }

    private void remember(String id) {
        if (clients.size() >= MANY) {
            clients.retainAll(
                    remoting.links().stream().map(link -> link.identity().id()).collect(Collectors.toSet()));
        }
        clients.add(id);
    }

    /** Whether a link is that of a client that has asked. It says so itself. */
    boolean isClient(Link link) {
        return clients.contains(link.identity().id());
    }
}
