// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import java.util.List;

/**
 * A transaction that everybody may see.
 *
 * @param tid its id
 * @param oids the objects that it has changed
 */
record Commit(long tid, List<Long> oids) {
    /** {@return the frame that tells a client about it} */
    byte[] invalidation() {
        return ZeoCodec.call(
                "invalidateTransaction",
                ZeoCodec.id(tid),
                oids.stream().map(ZeoCodec::id).toList());
    }
}
