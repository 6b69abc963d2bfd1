// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.core.promise.Promise;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.MessageReceiver;
import io.troupe.sp.socket.SpException;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Receiving in its three styles from a {@link RequestQueue}; subclasses look at what is received first. Thread-safe. */
class RequestReceiver implements MessageReceiver {
    private final SocketCore core;
    private final RequestQueue requests;
    private final LiveOptions settings;

    /** Takes from this queue. */
    RequestReceiver(SocketCore core, RequestQueue requests) {
        this.core = core;
        this.requests = requests;
        this.settings = core.settings();
    }

    /**
     * A receive begins.
     *
     * @throws SpException when it must not
     */
    void begin() {}

    /**
     * Before each try.
     *
     * @throws SpException when nothing can be received any more
     */
    void check() {}

    /** A message was taken, and goes to the user after this. */
    void taken(SpMessage message) {}

    /** A message that was {@link #taken} goes to another receiver: the promise that it was for has been cancelled. */
    void giveBack(SpMessage message) {
        requests.putBack(message);
    }

    /** Who receives for a promise. */
    RequestReceiver later() {
        return this;
    }

    final @Nullable SpMessage attempt() {
        check();
        SpMessage message = requests.poll();
        if (message != null) {
            core.counters().received(message.size());
            taken(message);
        }
        return message;
    }

    @Override
    public final SpMessage receive() {
        begin();
        return requests.line().await(this, settings.receiveNanos());
    }

    @Override
    public final SpMessage receive(Duration limit) {
        begin();
        return requests.line().await(this, Timeouts.nanos(limit));
    }

    @Override
    public final Optional<SpMessage> tryReceive() {
        begin();
        SpMessage message = requests.line().tryNow(this);
        return Optional.ofNullable(
                message == null && core.poll() ? requests.line().tryNow(this) : message);
    }

    @Override
    public final Promise<SpMessage> receiveLater() {
        try {
            begin();
        } catch (SpException e) {
            return Promise.failed(e);
        }
        return requests.line().later(later(), core.timers(), settings.receiveNanos());
    }
}
