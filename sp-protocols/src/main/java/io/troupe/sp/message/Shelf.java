// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.message;

/** Where messages of one size wait for their next use. Any thread puts, see the implementations for who takes. */
interface Shelf {
    /** Takes back a message that nobody holds. */
    void put(Message message);
}
