// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.remoting.codec.Frame.Nak;
import io.troupe.remoting.pacing.QueuePressure;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What a flight recording shows of pressure on links. */
final class NakEvents {
    private NakEvents() {}

    @Name("io.troupe.Nak")
    @Label("Negative acknowledgement")
    @Description("A receiver tells a sender that its queue fills up")
    @Category({"Troupe", "Remoting"})
    @StackTrace(false)
    static final class NakEvent extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Sent by this process")
        boolean sent;

        @Label("Scope")
        String scope = "";

        @Label("Id")
        long id;

        @Label("Level")
        int level;

        @Label("Queued")
        long queued;

        @Label("Capacity")
        long capacity;

        @Label("Bytes per second")
        double drainRate;
    }

    /** Null while nobody records: its class takes long when it is first used, and the first NAK is urgent. */
    private static @Nullable NakEvent begin() {
        NakEvent event = FlightRecorder.isInitialized() ? new NakEvent() : null;
        return event != null && event.isEnabled() ? event : null;
    }

    static void nakSent(String peer, Nak.Scope scope, long id, QueuePressure pressure) {
        NakEvent event = begin();
        if (event != null) {
            fill(event, peer, scope, id, pressure);
            event.sent = true;
            event.commit();
        }
    }

    static void nakReceived(String peer, Nak nak, QueuePressure pressure) {
        NakEvent event = begin();
        if (event != null) {
            fill(event, peer, nak.scope(), nak.id(), pressure);
            event.commit();
        }
    }

    private static void fill(NakEvent event, String peer, Nak.Scope scope, long id, QueuePressure pressure) {
        event.peer = peer;
        event.scope = scope.name();
        event.id = id;
        event.level = pressure.level();
        event.queued = pressure.queued();
        event.capacity = pressure.capacity();
        event.drainRate = pressure.drainRate();
    }
}
