// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import io.troupe.core.actor.Supervision;
import io.troupe.core.actor.SystemListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What must never happen, whatever peers say: threads and actors that die. */
final class Deaths implements SystemListener, Thread.UncaughtExceptionHandler, AutoCloseable {
    private final Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    private final List<String> deaths = new CopyOnWriteArrayList<>();

    Deaths() {
        Thread.setDefaultUncaughtExceptionHandler(this);
    }

    List<String> all() {
        return deaths;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable cause) {
        deaths.add("thread=" + thread.getName() + ", cause=" + cause);
    }

    @Override
    public void onFailure(String address, Throwable cause, Supervision.Decision decision) {
        deaths.add("actor=" + address + ", cause=" + cause);
    }

    @Override
    public void onWorkerReplaced(String worker, Throwable cause) {
        deaths.add("worker=" + worker + ", cause=" + cause);
    }

    @Override
    public void close() {
        Thread.setDefaultUncaughtExceptionHandler(before);
    }
}
