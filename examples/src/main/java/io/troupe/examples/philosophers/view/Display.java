// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.philosophers.view;

/** The output of the reporter. May block; called one at a time, on a helper thread. */
public interface Display {
    /** Shows nothing. */
    Display NONE = evening -> true;

    /**
     * Shows a reading.
     *
     * @return false if nobody can see it any more: the output is closed
     */
    boolean show(Evening evening);
}
