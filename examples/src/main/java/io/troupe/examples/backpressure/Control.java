// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure;

import java.util.Locale;

/** Means of holding the sender back. */
enum Control {
    /** The link: receivers complain when their queue grows. */
    NAK,
    /** The application: receivers grant credits for messages they have done. */
    CREDIT;

    /** Messages on their way without a grant. */
    static final int WINDOW = 4096;

    /** Messages per grant. */
    static final int GRANT = 1024;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
