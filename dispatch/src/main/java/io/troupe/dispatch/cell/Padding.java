// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

/**
 * A cache line of nothing, so that the fields of a subclass do not share their line with an object that happens to lie
 * before it in memory and is written by another thread all the time.
 */
@SuppressWarnings("unused") // that is what they are for
public abstract class Padding {
    private long before1;
    private long before2;
    private long before3;
    private long before4;
    private long before5;
    private long before6;
    private long before7;

    /** For subclasses. */
    protected Padding() {}
}
