// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The calls in order of arrival, and how many of them the test has taken. Any thread. */
final class CallLog {
    private final ChangeMonitor changes = new ChangeMonitor();
    private final List<RecordedCall> calls = new ArrayList<>(); // guarded by this
    private int taken; // guarded by this

    CallLog() {}

    void add(RecordedCall call) {
        synchronized (this) {
            calls.add(call);
        }
        changes.changed();
    }

    synchronized boolean hasNext() {
        return taken < calls.size();
    }

    synchronized @Nullable RecordedCall peek() {
        return taken < calls.size() ? calls.get(taken) : null;
    }

    synchronized @Nullable RecordedCall take() {
        return taken < calls.size() ? calls.get(taken++) : null;
    }

    synchronized void takeAll() {
        taken = calls.size();
    }

    synchronized List<RecordedCall> all() {
        return List.copyOf(calls);
    }

    ChangeMonitor changes() {
        return changes;
    }
}
