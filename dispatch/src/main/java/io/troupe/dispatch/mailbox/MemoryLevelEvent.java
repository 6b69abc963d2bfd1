// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.mailbox;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Another level of a memory budget in flight recordings. */
@Name("io.troupe.MemoryLevel")
@Label("Level of the memory budget")
@Category("Troupe")
@Description("The messages that wait take another share of their budget than before")
@StackTrace(false)
final class MemoryLevelEvent extends Event {
    @Label("Before")
    String before = "";

    @Label("Level")
    String level = "";

    @Label("Used")
    @DataAmount
    long used;

    @Label("Limit")
    @DataAmount
    long limit;

    private MemoryLevelEvent() {}

    static void emit(MemoryLevel before, MemoryLevel level, long used, long limit) {
        MemoryLevelEvent event = new MemoryLevelEvent();
        if (event.isEnabled()) {
            event.before = before.name();
            event.level = level.name();
            event.used = used;
            event.limit = limit;
            event.commit();
        }
    }
}
