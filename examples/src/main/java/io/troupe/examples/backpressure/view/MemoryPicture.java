// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

import io.troupe.core.stats.MemoryStats;
import io.troupe.dispatch.mailbox.QueueMemory;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.Consumer;

/** How much of a budget is in use, and by which queues; drawn over itself on a terminal. One thread. */
public final class MemoryPicture implements Consumer<MemoryStats> {
    private static final int BARS = 40;
    private static final String CLEAR_LINE = "\u001b[K";
    private static final double MIB = 1 << 20;

    private final PrintWriter out;
    private final boolean live;
    private int lines;

    /**
     * Draws there.
     *
     * @param live whether with ANSI escape sequences, over the picture before
     */
    public MemoryPicture(PrintWriter out, boolean live) {
        this.out = out;
        this.live = live;
    }

    @Override
    public void accept(MemoryStats memory) {
        if (live && lines > 0) {
            out.print("\r\u001b[" + lines + "A\u001b[J");
        }
        lines = 1 + memory.largest().size();
        line(String.format(
                Locale.ROOT,
                "%-10s %s %6.1f of %.1f MiB, %s",
                "all",
                bar(memory.used(), memory.limit()),
                memory.used() / MIB,
                memory.limit() / MIB,
                memory.level()));
        for (QueueMemory queue : memory.largest()) {
            line(String.format(
                    Locale.ROOT,
                    "%-10s %s %6.1f MiB, %,d items, %d waiting senders",
                    queue.name(),
                    bar(queue.bytes(), memory.limit()),
                    queue.bytes() / MIB,
                    queue.items(),
                    queue.heldSenders()));
        }
        out.flush();
    }

    private static String bar(long part, long whole) {
        int full = (int) Math.min(BARS, part * BARS / whole);
        return "#".repeat(full) + ".".repeat(BARS - full);
    }

    private void line(String text) {
        out.println(live ? text + CLEAR_LINE : text);
    }
}
