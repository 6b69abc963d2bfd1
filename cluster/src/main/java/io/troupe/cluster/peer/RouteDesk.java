// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.remoting.Remoting;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers clients, which are no members, who owns what. Any thread. */
final class RouteDesk {
    /** Name of the streams on which clients ask. */
    static final String STREAM = "troupe/cluster/routes";

    private final Supplier<@Nullable RegistryDelta> known;

    /**
     * Answers nobody yet.
     *
     * @param known all that this member knows; null: it is no member any more
     */
    RouteDesk(Supplier<@Nullable RegistryDelta> known) {
        this.known = known;
    }

    /** Answers from now on. */
    void open(Remoting remoting) {
        remoting.accept(STREAM, String.class, String.class, out -> Callback.of(text -> answer(out, text)));
    }

    private void answer(Callback<String> out, @Nullable String text) {
        try {
            long view = Long.parseLong(String.valueOf(text));
            RegistryDelta all = known.get();
            if (all == null) {
                out.fail(new CallRefusedException("a member that has ended must not be asked for others"));
                return;
            }
            out.item(all.view() > view ? RouteNote.of(all) : RouteNote.nothingNew(all.view()));
            out.end();
        } catch (IllegalArgumentException e) {
            out.fail(new CallRefusedException("a client must ask for what is newer than a view: cause=" + e));
        }
    }
}
