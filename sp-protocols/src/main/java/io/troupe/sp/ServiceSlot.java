// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.core.promise.Settled;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.MessageSender;
import org.jspecify.annotations.Nullable;

/**
 * One message at a time: it is received, then served. Each service has a number; what comes of an earlier one is late. Only in
 * turns of the endpoint's actor; it outlives a restart of that.
 */
final class ServiceSlot {
    private final MessageReceiver in;
    private final @Nullable MessageSender out;
    private @Nullable Promise<SpMessage> receiving;
    private boolean serving;
    private int number;
    private long since;

    /**
     * Does nothing yet.
     *
     * @param in where messages come from
     * @param out where answers go; null: there are none
     */
    ServiceSlot(MessageReceiver in, @Nullable MessageSender out) {
        this.in = in;
        this.out = out;
    }

    /** Where answers go; null: there are none. */
    @Nullable
    MessageSender out() {
        return out;
    }

    /** Waits for the next message. */
    Promise<SpMessage> receive() {
        serving = false;
        Promise<SpMessage> next = in.receiveLater();
        receiving = next;
        return next;
    }

    /** A message came; returns the number of its service. */
    int serve(long now) {
        receiving = null;
        serving = true;
        since = now;
        return ++number;
    }

    /** The service with this number has settled; whether that is in time. */
    boolean settle(int service) {
        boolean current = serving && service == number;
        serving &= !current;
        return current;
    }

    /** How much time is left for the service; {@link Long#MAX_VALUE}: there is none. */
    long left(long now, long limitNanos) {
        return serving ? limitNanos - (now - since) : Long.MAX_VALUE;
    }

    /** Gives up what is received or served; whether a message is lost by that. */
    boolean abandon() {
        Promise<SpMessage> pending = receiving;
        receiving = null;
        boolean lost = serving;
        serving = false;
        if (pending != null && !pending.cancel()) {
            SpMessage taken = pending.result().map(Settled::value).orElse(null);
            if (taken != null) {
                taken.release();
                lost = true;
            }
        }
        return lost;
    }
}
