// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

/**
 * How much transactions may see of each other (Adya, 1999), weakest first. A level forbids all that the levels before
 * it forbid.
 */
public enum IsolationLevel {
    /** PL-1: transactions have an order in which they append (no G0). Lists have one order, and each element once. */
    READ_UNCOMMITTED,
    /** PL-2: only what was committed is read, and whole transactions only (no G1a, G1b, G1c). */
    READ_COMMITTED,
    /** PL-2+: no transaction misses a part of what it depends on (no G-single): neither lost updates nor read skew. */
    CONSISTENT_VIEW,
    /** PL-3: transactions have an order in which they could have run one by one (no G2: no write skew). */
    SERIALIZABLE;

    /** {@return the name in lower case, as in {@code read committed}} */
    public String word() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }
}
