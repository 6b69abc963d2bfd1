// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.reference.ReferenceType;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.cell.Offer;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.codec.TargetId;
import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Actors of the other side that this side holds by number. An entry lives as long as a reference to it is in use here; then its
 * number is released, behind everything that was sent to it, together with how often it was received: the other side keeps the
 * actor while a handle is on its way (as in the distributed reference counting of E and CapTP). Loop only, but for the entries.
 */
final class ImportTable {
    private static final long AGAIN_NANOS = 100_000_000;

    private final OutgoingCalls calls;
    private final OutCells cells;
    private final WriteQueue out;
    private final UnusedReferences unused;
    private final LongTable<Import> byId = new LongTable<>();

    /**
     * None yet.
     *
     * @param calls what references need
     * @param cells of the targets
     * @param out whose loop releases numbers
     * @param unused tells when references are not in use any more
     */
    ImportTable(OutgoingCalls calls, OutCells cells, WriteQueue out, UnusedReferences unused) {
        this.calls = calls;
        this.cells = cells;
        this.out = out;
        this.unused = unused;
    }

    /** An actor of the other side. Identity of all references to it. */
    static final class Import {
        private final long id;
        private final OutCell cell;

        /** How often it has come; loop only. */
        private long received;

        /** Cleared when no reference is in use any more; loop only. */
        private WeakReference<@Nullable ImportedOutlet> outlet = new WeakReference<>(null);

        Import(long id, OutCell cell) {
            this.id = id;
            this.cell = cell;
        }

        long id() {
            return id;
        }

        OutCell cell() {
            return cell;
        }

        @Override
        public String toString() {
            return "#" + id;
        }
    }

    /** A reference for a number that has come. */
    Object reference(long id, Class<?> type) {
        Import entry = byId.get(id);
        if (entry == null) {
            entry = new Import(id, cells.forTarget(TargetId.id(id)));
            byId.put(id, entry);
        }
        entry.received++;
        ImportedOutlet outlet = entry.outlet.get();
        if (outlet == null) {
            outlet = new ImportedOutlet(calls, entry, true);
            entry.outlet = new WeakReference<>(outlet);
            Import held = entry;
            WriteQueue loop = out;
            unused.watch(outlet, () -> loop.execute(() -> release(held)));
        }
        return ReferenceType.of(type, null).newReference(outlet);
    }

    /** Releases what nobody uses any more as far as the garbage collector knows, if no thread does that; returns how many. */
    int releaseUnused() {
        return unused.tell();
    }

    /** No reference is in use any more, unless the number has come again meanwhile. */
    private void release(Import entry) {
        if (entry.outlet.get() == null && byId.get(entry.id) == entry) {
            if (entry.cell.tryOffer(new Release(entry)) == Offer.FULL) { // it must come behind what was sent
                out.later(AGAIN_NANOS, () -> release(entry));
            }
        }
    }

    /** Sent behind all messages to the target. */
    final class Release extends Message implements SessionMessage {
        private final Import entry;

        Release(Import entry) {
            this.entry = entry;
        }

        @Override
        public void deliver(Object receiver) {
            throw new AssertionError("is encoded, not delivered");
        }

        @Override
        public @Nullable Frame frame(OutCell cell) {
            if (entry.outlet.get() != null) {
                return null; // it has come again
            }
            byId.remove(entry.id);
            cells.forget(entry.cell);
            return new Frame.Release(entry.id, entry.received);
        }
    }

    /** How many are in use; racy for other threads. */
    int size() {
        return byId.size();
    }

    /** The link has ended. */
    void clear() {
        byId.clear();
    }
}
