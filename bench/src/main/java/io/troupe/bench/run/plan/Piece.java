// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

/** Part of a suite that can be asked for by its own name. */
public sealed interface Piece permits JmhPiece, DriverPiece {
    /** A short word, unique among pieces and suites, unless its suite has the same and no other piece. */
    String name();
}
