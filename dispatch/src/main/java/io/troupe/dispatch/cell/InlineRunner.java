// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/** A thread that may run short turns although it is no worker, see {@link InlineTurns}. */
public interface InlineRunner {
    /** The turns that it runs. For this thread only. */
    InlineTurns inlineTurns();
}
