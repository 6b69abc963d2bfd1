// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import io.troupe.core.error.CallNotServedException;
import io.troupe.remoting.key.Refusal;
import io.troupe.remoting.key.RefusalCodec;
import java.util.Map;

/** A refusal with a fact. */
public final class ClosedForLunch extends CallNotServedException {
    private static final long serialVersionUID = 1L;

    private final int until;

    public ClosedForLunch(String message, boolean maybeExecuted, int until) {
        super(message, maybeExecuted, null);
        this.until = until;
    }

    public int until() {
        return until;
    }

    /** A refusal that no codec knows. */
    public static final class OutOfOrder extends CallNotServedException {
        private static final long serialVersionUID = 1L;

        public OutOfOrder() {
            super("it does not work: coin=stuck", false, null);
        }
    }

    public static final class Travels implements RefusalCodec {
        @Override
        public Refusal encode(CallNotServedException refused) {
            return refused instanceof ClosedForLunch closed
                    ? new Refusal("lunch", closed.maybeExecuted(), Map.of("until", Integer.toString(closed.until)))
                    : null;
        }

        @Override
        public CallNotServedException decode(Refusal refusal, String message) {
            return refusal.kind().equals("lunch")
                    ? new ClosedForLunch(
                            message,
                            refusal.maybeExecuted(),
                            Integer.parseInt(refusal.fields().get("until")))
                    : null;
        }
    }
}
