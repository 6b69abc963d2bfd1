// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.util.List;

/**
 * A transaction that everybody may see.
 *
 * @param tid its id
 * @param oids the objects that it has changed
 * @param invalidation the frame that tells a client about it; one for all links, not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Commit(long tid, List<Long> oids, byte[] invalidation) {
    /** A transaction, and what is said about it. */
    static Commit of(long tid, List<Long> oids) {
        return new Commit(
                tid,
                oids,
                ZeoCodec.call(
                        "invalidateTransaction",
                        ZeoCodec.id(tid),
                        oids.stream().map(ZeoCodec::id).toList()));
    }
}
