// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.SocketOptions;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The settings of an open socket, of which some may change meanwhile. Any thread. */
final class LiveOptions {
    private volatile Usual usual;

    /** Options with what each call would otherwise compute of them. */
    private record Usual(SocketOptions options, long sendNanos, long receiveNanos, boolean bestEffort) {
        static Usual of(SocketOptions options) {
            return new Usual(
                    options,
                    Timeouts.nanos(options.sendTimeout()),
                    Timeouts.nanos(options.receiveTimeout()),
                    options.bestEffort());
        }
    }

    /** As the socket is opened. */
    LiveOptions(SocketOptions options) {
        this.usual = Usual.of(options);
    }

    /** The present ones. */
    SocketOptions options() {
        return usual.options;
    }

    /** How long a send may wait. */
    long sendNanos() {
        return usual.sendNanos;
    }

    /** Whether a send drops its message instead of waiting. */
    boolean bestEffort() {
        return usual.bestEffort;
    }

    /** How long a receive may wait. */
    long receiveNanos() {
        return usual.receiveNanos;
    }

    /**
     * Changes some, one caller after the other; see {@link io.troupe.sp.socket.SpSocket#change}.
     *
     * @throws IllegalArgumentException if one cannot change; then nothing has
     */
    synchronized SocketOptions change(UnaryOperator<SocketOptions> change) {
        SocketOptions before = usual.options;
        SocketOptions after = Objects.requireNonNull(change.apply(before), "changed options");
        checkFixed(before, after);
        usual = Usual.of(after);
        return after;
    }

    private static void checkFixed(SocketOptions before, SocketOptions after) {
        fixed("receiveBuffer", before.receiveBuffer(), after.receiveBuffer());
        fixed("spin", before.spin(), after.spin());
        fixed("resendTime", before.resendTime(), after.resendTime());
        fixed("preferNew", before.preferNew(), after.preferNew());
        fixed("host", before.host(), after.host());
    }

    private static void fixed(String name, @Nullable Object before, @Nullable Object after) {
        if (!Objects.equals(before, after)) {
            throw new IllegalArgumentException(
                    "this option is fixed when a socket is opened, open another one with it: " + name + "=" + after
                            + ", present=" + before);
        }
    }
}
