// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.pattern.route;

import io.troupe.core.promise.Promise;
import io.troupe.sp.base.SocketCore;
import io.troupe.sp.error.SpException;
import io.troupe.sp.flow.LiveOptions;
import io.troupe.sp.flow.Timeouts;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.socket.Receiver;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Receiving in its three styles from an {@link Intake}; subclasses look at what is received first. Thread-safe. */
public class Taker implements Receiver {
    private final SocketCore core;
    private final Intake intake;
    private final LiveOptions settings;

    /** Takes from this intake. */
    public Taker(SocketCore core, Intake intake) {
        this.core = core;
        this.intake = intake;
        this.settings = core.settings();
    }

    /**
     * A receive begins.
     *
     * @throws SpException when it must not
     */
    protected void begin() {}

    /**
     * Before each try.
     *
     * @throws SpException when nothing can be received any more
     */
    protected void check() {}

    /** A message was taken, and goes to the user after this. */
    protected void taken(SpMessage message) {}

    final @Nullable SpMessage attempt() {
        check();
        SpMessage message = intake.poll();
        if (message != null) {
            core.counters().received(message.size());
            taken(message);
        }
        return message;
    }

    @Override
    public final SpMessage receive() {
        begin();
        return intake.line().await(this, settings.receiveNanos());
    }

    @Override
    public final SpMessage receive(Duration limit) {
        begin();
        return intake.line().await(this, Timeouts.nanos(limit));
    }

    @Override
    public final Optional<SpMessage> tryReceive() {
        begin();
        SpMessage message = intake.line().tryNow(this);
        return Optional.ofNullable(
                message == null && core.poll() ? intake.line().tryNow(this) : message);
    }

    @Override
    public final Promise<SpMessage> receiveLater() {
        try {
            begin();
        } catch (SpException e) {
            return Promise.failed(e);
        }
        return intake.line().later(this, core.timers(), settings.receiveNanos());
    }
}
