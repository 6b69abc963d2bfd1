// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import io.troupe.core.actor.Actor;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The memory of long messages that have come in part, of all links together. Who has no room waits, and its link is not read
 * meanwhile. While somebody waits in vain for ten seconds, the message that has been let in first ends with its link: its client
 * may have stopped for ever.
 */
public class Intake extends Actor<Intake> {
    /** Bytes of messages that every link may have in part. A socket gives as many at a time. */
    static final int SMALL = 64 << 10;

    /** A buffer that grows has up to twice the bytes of its message. */
    private static final int COPIES = 2;

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final String TIMER = "patience";

    private final long most;
    /** Bytes of the messages that were let in, the first one first. */
    private final Map<LinkHandler, Long> coming = new LinkedHashMap<>();
    /** Bytes of those that were not, in order. */
    private final Map<LinkHandler, Long> waiting = new LinkedHashMap<>();

    private long used;

    /** Lets in so many bytes at a time, and one message in any case. */
    Intake(long most) {
        this.most = most;
    }

    /** A message has come in part, and its link is not read until {@link LinkHandler#goOn}. {@link #over} must follow. */
    public void begun(LinkHandler link, int bytes) {
        waiting.put(link, (long) COPIES * bytes);
        boolean first = waiting.size() == 1;
        if (!letIn() && first) {
            waitAgain();
        }
    }

    /** The message has come as a whole, or never will. */
    public void over(LinkHandler link) {
        Long had = coming.remove(link);
        used -= had == null ? 0 : had;
        waiting.remove(link);
        if (letIn()) {
            waitAgain();
        }
        if (waiting.isEmpty()) {
            context().cancelTimer(TIMER);
        }
    }

    /** Whether somebody was. */
    private boolean letIn() {
        boolean some = false;
        Iterator<Map.Entry<LinkHandler, Long>> next = waiting.entrySet().iterator();
        while (next.hasNext()) {
            Map.Entry<LinkHandler, Long> first = next.next();
            if (used > 0 && used + first.getValue() > most) {
                break;
            }
            next.remove();
            used += first.getValue();
            coming.put(first.getKey(), first.getValue());
            first.getKey().goOn();
            some = true;
        }
        return some;
    }

    private void waitAgain() {
        context().after(TIMER, PATIENCE, this::endFirst);
    }

    private void endFirst() {
        Map.Entry<LinkHandler, Long> first = coming.entrySet().iterator().next();
        first.getKey()
                .abort("a message must come as a whole while others wait for memory: bytes="
                        + first.getValue() / COPIES + ", waiting=" + waiting.size() + ", limit=" + PATIENCE.toMillis()
                        + " ms");
        over(first.getKey());
    }
}
