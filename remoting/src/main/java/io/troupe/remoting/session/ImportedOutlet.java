// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import org.jspecify.annotations.Nullable;

/** An actor that the other side has handed over by number. Valid for this session only; never bound to anything else. */
final class ImportedOutlet extends RemoteOutlet {
    private final RemoteHost session;
    private final ImportTable.Import entry;

    /** Keeps the import alive as long as a reference in use needs it. */
    ImportedOutlet(RemoteHost session, ImportTable.Import entry, boolean waiting) {
        super(session.host(), waiting);
        this.session = session;
        this.entry = entry;
    }

    @Override
    protected @Nullable Route route() {
        return session.isDown() ? null : new Route(session, entry.cell());
    }

    @Override
    public RemoteOutlet waiting(boolean wait) {
        return new WaitingView(this, wait);
    }

    @Override
    protected String downBecause() {
        return session.downBecause();
    }

    @Override
    public String address() {
        return session.peerAddress() + "/#" + entry.id();
    }

    @Override
    public Object identity() {
        return entry;
    }

    @Override
    public long idAtHome(RemoteHost over) {
        return over == session ? entry.id() : 0;
    }

    /** The same target for senders that do not wait, or do; holds on to the original, whose end releases the import. */
    static final class WaitingView extends RemoteOutlet {
        private final ImportedOutlet original;

        WaitingView(ImportedOutlet original, boolean waiting) {
            super(original.host(), waiting);
            this.original = original;
        }

        @Override
        public long idAtHome(RemoteHost over) {
            return original.idAtHome(over);
        }

        @Override
        protected @Nullable Route route() {
            return original.route();
        }

        @Override
        public RemoteOutlet waiting(boolean wait) {
            return new WaitingView(original, wait);
        }

        @Override
        protected String downBecause() {
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
