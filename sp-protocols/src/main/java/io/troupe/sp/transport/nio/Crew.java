// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.transport.nio.frame.Advance;
import io.troupe.sp.transport.nio.reactor.Buffers;
import io.troupe.sp.transport.nio.reactor.Flusher;
import io.troupe.sp.transport.nio.reactor.Home;
import io.troupe.sp.transport.nio.reactor.Reactor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a transport: reactors, as many as there are processors but at most two, and a flusher. */
final class Crew {
    private static final int MOST_REACTORS = 2;

    private final List<Home> homes = new ArrayList<>();
    private final Flusher flusher = new Flusher("sp-flush");
    private final AtomicInteger turn = new AtomicInteger();

    private Crew() {
        Buffers buffers = new Buffers();
        Advance advance = new Advance();
        int count = Math.min(MOST_REACTORS, Runtime.getRuntime().availableProcessors());
        for (int i = 1; i <= count; i++) {
            homes.add(new Home(new Reactor("sp-io-" + i), flusher, buffers, advance));
        }
    }

    static Crew start() {
        Crew crew = new Crew();
        crew.homes.forEach(home -> home.reactor().start());
        crew.flusher.start();
        return crew;
    }

    /** Each in turn. */
    Home next() {
        return homes.get(Math.floorMod(turn.getAndIncrement(), homes.size()));
    }

    boolean isOwnThread() {
        return homes.stream().anyMatch(home -> home.reactor().isOwnThread());
    }

    void close() {
        homes.forEach(home -> home.reactor().close());
        flusher.close();
    }
}
