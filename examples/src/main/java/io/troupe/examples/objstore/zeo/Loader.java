// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.actor.Actor;
import io.troupe.examples.objstore.filestorage.Load;
import io.troupe.examples.objstore.filestorage.ObjectStorage;
import java.io.IOException;

/** Reads objects for links. Waits for the disk, so there are several, on threads of their own. */
public class Loader extends Actor<Loader> {
    /**
     * A request for an object.
     *
     * @param id the message id, for the reply
     * @param oid the object
     * @param tid the transaction before which, or with {@code serial} in which, the revision was written
     * @param serial whether exactly that revision is wanted
     * @param form what the reply has
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    public record LoadRequest(byte[] id, long oid, long tid, boolean serial, Form form) {
        /** What the reply has. */
        public enum Form {
            /** Data, transaction, next transaction. */
            REVISION,
            /** Data. */
            DATA,
            /** Transaction. */
            TID
        }
    }

    private final ObjectStorage storage;

    /** Reads from this storage, which stays the caller's. */
    Loader(ObjectStorage storage) {
        this.storage = storage;
    }

    /**
     * Reads one object and tells the link.
     *
     * @param link who gets the outcome
     * @param load what to read
     * @param seen the last transaction that is seen
     */
    public void load(ZeoLink link, LoadRequest load, long seen) {
        try {
            Load outcome = load.serial()
                    ? storage.loadSerial(load.oid(), load.tid(), seen)
                    : storage.loadBefore(load.oid(), load.tid(), seen);
            link.loaded(load, outcome, seen);
        } catch (IOException e) {
            link.notLoaded(load, String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) { // the next object may be smaller
            link.notLoaded(load, "a server must have memory for an object: cause=" + e.getMessage());
        }
    }
}
