// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** What a stack is to the comparison. */
public enum Kind {
    /** What the machine can do without a library; no peer. */
    FLOOR,
    /** A library somebody would use instead of ours. */
    PEER,
    /** This project. */
    OURS
}
