// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.actor.FencedException;
import io.troupe.cluster.actor.NotHostedException;
import io.troupe.cluster.actor.StoreUnavailableException;
import io.troupe.core.error.CallNotServedException;
import io.troupe.remoting.key.Refusal;
import io.troupe.remoting.key.RefusalCodec;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The refusals of a cluster as they travel over links. */
public final class ClusterRefusals implements RefusalCodec {
    private static final String MOVED = "moved";
    private static final String FENCED = "fenced";
    private static final String UNAVAILABLE = "unavailable";
    private static final String NOT_HOSTED = "not_hosted";
    private static final String DENIED = "denied";

    private static final String OWNER = "owner";
    private static final String VIEW = "view";

    @Override
    public @Nullable Refusal encode(CallNotServedException refused) {
        if (refused instanceof MovedException moved) {
            return new Refusal(
                    MOVED, false, Map.of(OWNER, Long.toString(moved.owner()), VIEW, Long.toString(moved.view())));
        }
        String kind = null;
        if (refused instanceof FencedException) {
            kind = FENCED;
        } else if (refused instanceof StoreUnavailableException) {
            kind = UNAVAILABLE;
        } else if (refused instanceof NotHostedException) {
            kind = NOT_HOSTED;
        } else if (refused instanceof DeniedException) {
            kind = DENIED;
        }
        return kind == null ? null : new Refusal(kind, refused.maybeExecuted(), Map.of());
    }

    @Override
    public @Nullable CallNotServedException decode(Refusal refusal, String message) {
        return switch (refusal.kind()) {
            case MOVED -> new MovedException(message, number(refusal, OWNER), number(refusal, VIEW));
            case FENCED -> new FencedException(message);
            case UNAVAILABLE -> new StoreUnavailableException(message, refusal.maybeExecuted(), null);
            case NOT_HOSTED -> new NotHostedException(message);
            case DENIED -> new DeniedException(message);
            default -> null;
        };
    }

    private static long number(Refusal refusal, String name) {
        return Long.parseLong(Objects.requireNonNull(refusal.fields().get(name), name));
    }
}
