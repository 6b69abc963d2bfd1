// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import org.jspecify.annotations.Nullable;

/** An actor that the other side has handed over by number. Valid for this link only; never bound to anything else. */
final class ImportedOutlet extends RemoteOutlet {
    private final OutgoingCalls calls;
    private final ImportTable.Import entry;
    private final Route route;

    /** Keeps the import alive as long as a reference in use needs it. */
    ImportedOutlet(OutgoingCalls calls, ImportTable.Import entry, boolean waiting) {
        super(calls.host(), waiting);
        this.calls = calls;
        this.entry = entry;
        this.route = new Route(calls, entry.cell());
    }

    @Override
    @Nullable
    Route route() {
        return calls.isDown() ? null : route;
    }

    @Override
    public RemoteOutlet waiting(boolean wait) {
        return new WaitingView(this, wait);
    }

    @Override
    String downBecause() {
        return calls.downBecause();
    }

    @Override
    public String address() {
        return calls.peer() + "/#" + entry.id();
    }

    @Override
    public Object identity() {
        return entry;
    }

    @Override
    long idAtHome(OutgoingCalls over) {
        return over == calls ? entry.id() : 0;
    }

    /** The same target for senders that do not wait, or do; holds on to the original, whose end releases the import. */
    static final class WaitingView extends RemoteOutlet {
        private final ImportedOutlet original;

        WaitingView(ImportedOutlet original, boolean waiting) {
            super(original.host(), waiting);
            this.original = original;
        }

        @Override
        long idAtHome(OutgoingCalls over) {
            return original.idAtHome(over);
        }

        @Override
        @Nullable
        Route route() {
            return original.route();
        }

        @Override
        public RemoteOutlet waiting(boolean wait) {
            return new WaitingView(original, wait);
        }

        @Override
        String downBecause() {
            return original.downBecause();
        }

        @Override
        public String address() {
            return original.address();
        }

        @Override
        public Object identity() {
            return original.identity();
        }
    }
}
