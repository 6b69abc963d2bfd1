// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.line;

import io.troupe.core.ActorSystem;
import io.troupe.core.line.Line;
import io.troupe.core.line.LineBuilder;
import io.troupe.core.line.LineStats;
import io.troupe.core.line.Lines;
import java.time.Duration;
import java.util.function.LongConsumer;

/** Sends elements through a line and counts those that come out complete and in order. For one thread. */
final class Assembly {
    private static final Duration FOREVER = Duration.ofDays(36_500);

    /** Elements that are published together, and between two reports of progress. */
    private static final int LOT = 256;

    private final Line<Part> line;
    private final int stages;

    /** Elements that came out in order and complete. Written by the last station. */
    private long complete;

    /**
     * Starts the line.
     *
     * @param stages stations, the check at the end included
     * @param apart whether each has a cell of its own
     */
    Assembly(ActorSystem system, int stages, int capacity, boolean apart) {
        this.stages = stages;
        LineBuilder<Part> builder =
                Lines.of(Part::new, capacity).named("assembly").singleProducer();
        for (int i = 0; i < stages - 1; i++) {
            int station = i;
            builder.stage("station-" + (i + 1), part -> part.pass(station));
            if (apart) {
                builder.async();
            }
        }
        this.line = builder.stage("check", this::check).start(system);
    }

    private void check(Part part) {
        if (part.number == complete && part.stations == stages - 1) {
            complete++;
        }
    }

    /**
     * Sends them all through, and waits for the last.
     *
     * @param progress is told how many have been published
     */
    void run(long elements, LongConsumer progress) {
        long published = 0;
        while (published < elements) {
            long first = published;
            int lot = (int) Math.min(LOT, elements - published);
            line.publishAll(lot, (part, i) -> part.begin(first + i));
            published += lot;
            progress.accept(published);
        }
        line.end().await(FOREVER);
    }

    /** Elements that came out complete and in order. After the run. */
    long complete() {
        return complete;
    }

    LineStats stats() {
        return line.stats();
    }
}
