// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

/** Where blocks of one size wait for their next use. Any thread puts, see the implementations for who takes. */
interface BlockCache {
    /** Takes back a block that nobody holds; without room it is left to the garbage collector. */
    void put(MessageBlock block);
}
