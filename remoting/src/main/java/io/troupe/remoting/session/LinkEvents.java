// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** What a flight recording shows of links. */
final class LinkEvents {
    private LinkEvents() {}

    @Name("io.troupe.Link")
    @Label("Link")
    @Category({"Troupe", "Remoting"})
    @StackTrace(false)
    static final class LinkEvent extends Event {
        @Label("Peer")
        String peer = "";

        @Label("Peer's name")
        String name = "";

        @Label("Up")
        boolean up;

        @Label("Codec")
        String codec = "";

        @Label("Cause")
        String cause = "";
    }

    /** Null while nobody records: its class takes long when it is first used, and here on the thread of a loop. */
    private static @Nullable LinkEvent begin() {
        LinkEvent event = FlightRecorder.isInitialized() ? new LinkEvent() : null;
        return event != null && event.isEnabled() ? event : null;
    }

    static void up(String peer, String name, String codec) {
        LinkEvent event = begin();
        if (event != null) {
            event.peer = peer;
            event.name = name;
            event.up = true;
            event.codec = codec;
            event.commit();
        }
    }

    static void down(String peer, String name, String cause) {
        LinkEvent event = begin();
        if (event != null) {
            event.peer = peer;
            event.name = name;
            event.cause = cause;
            event.commit();
        }
    }
}
