// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

/**
 * Brings promises of the other side, and may wait itself until somebody works it off: till then nobody looks at their outcomes, which
 * need memory all the same. Loop only.
 */
interface PromiseCarrier {
    /**
     * Counts an outcome that has come, as long as this waits.
     *
     * @param bytes of the outcome
     * @return false if there is no memory for it
     */
    boolean carries(int bytes);
}
