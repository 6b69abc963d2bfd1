// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.netty;

import io.netty.channel.ChannelConfig;
import io.troupe.sp.message.SpMessage;
import io.troupe.sp.transport.PipeHandler;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way to the handler. What it refuses waits here, together with what had been read before reading could be
 * stopped: not more than one reading of the channel. Loop only.
 */
final class RefusedMessages {
    private final ChannelPipe pipe;
    private final ChannelConfig reading;
    private final ArrayDeque<SpMessage> held = new ArrayDeque<>();
    private @Nullable PipeHandler handler;

    RefusedMessages(ChannelPipe pipe, ChannelConfig reading) {
        this.pipe = pipe;
        this.reading = reading;
    }

    void start(PipeHandler given) {
        handler = given;
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    void arrived(SpMessage message) {
        message.pipe(pipe.id());
        if (held.isEmpty()) {
            if (isTaken(message)) {
                return;
            }
            reading.setAutoRead(false);
        }
        held.addLast(message);
    }

    private boolean isTaken(SpMessage message) {
        PipeHandler given = handler;
        return given != null && given.onMessage(pipe, message);
    }

    /**
     * Offers again what was refused.
     *
     * @param more whether to read on when nothing is left
     */
    void deliver(boolean more) {
        for (SpMessage next = held.pollFirst(); next != null; next = held.pollFirst()) {
            if (!isTaken(next)) {
                held.addFirst(next);
                return;
            }
        }
        if (more) {
            reading.setAutoRead(true);
        }
    }

    /** Gives back what is left; returns how much. */
    int discard() {
        int number = held.size();
        held.forEach(SpMessage::release);
        held.clear();
        return number;
    }
}
