// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.message.Outlet;
import io.troupe.dispatch.cell.Message;
import org.jspecify.annotations.Nullable;

/** What a call of the other side is for: an actor that it holds by number, or one that is found by key. Loop only. */
interface CallTarget {
    /** What may be called. */
    CallTable table();

    /** Where a call goes, for errors. */
    Outlet outlet();

    /** Whether the actor of this address is what is called. Any thread. */
    default boolean isAt(String address) {
        return outlet().address().equals(address);
    }

    /** As in messages for people. */
    String label();

    /**
     * Passes a message on. Never waits.
     *
     * @param bytes that its arguments had
     */
    void put(Message message, int bytes);

    /** What counts calls that wait; null: calls count themselves. */
    @Nullable
    PromiseCarrier carrier();

    /** A call has failed. Any thread, before its caller is told. */
    default void failed(Throwable cause) {}
}
