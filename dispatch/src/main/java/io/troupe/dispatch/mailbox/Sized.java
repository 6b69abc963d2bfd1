// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

/**
 * A message or an element that knows how many bytes it takes in memory. Bounds of memory go by that, instead of by an estimate for
 * its class.
 */
public interface Sized {
    /**
     * {@return the bytes that this object takes with all that it alone refers to; less than 40 count as 40} Asked by the thread
     * that sends, so it must be quick, and the same at every time while it waits.
     */
    long bytes();
}
