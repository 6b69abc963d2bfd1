// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.run.plan;

/** What one step does: a fork of a JMH benchmark, or a start of a program. */
public sealed interface Work permits Cell, Start {
    /** Names it within the run: what is measured, and of which system. */
    String label();

    /** How long it takes, roughly. */
    double seconds();
}
