// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closing what nobody needs any more. */
final class Quietly {
    private static final Logger LOG = LoggerFactory.getLogger(Quietly.class);

    private Quietly() {}

    static void close(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            LOG.debug("closing failed: what={}", resource, e);
        }
    }
}
