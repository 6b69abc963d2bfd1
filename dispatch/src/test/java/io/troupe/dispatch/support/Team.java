// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;

/** Threads of a test that start at the same moment. */
public final class Team {
    private final List<Thread> threads = new ArrayList<>();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private final CountDownLatch start = new CountDownLatch(1);

    private Team() {}

    /** One thread per task. */
    public static Team of(Runnable... tasks) {
        Team team = new Team();
        for (Runnable task : tasks) {
            team.add(task);
        }
        team.start.countDown();
        return team;
    }

    /** The same task several times; it is told its number. */
    public static Team of(int size, IntConsumer task) {
        Runnable[] tasks = new Runnable[size];
        for (int i = 0; i < size; i++) {
            int number = i;
            tasks[i] = () -> task.accept(number);
        }
        return of(tasks);
    }

    private void add(Runnable task) {
        Thread thread = new Thread(() -> {
            try {
                while (start.getCount() > 0) {
                    Thread.onSpinWait(); // not parked here: a test may look at the state of the thread
                }
                task.run();
            } catch (Throwable e) {
                failure.compareAndSet(null, e);
            }
        });
        thread.setName("team-" + threads.size());
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    /** The thread of a task. */
    public Thread thread(int number) {
        return threads.get(number);
    }

    /** Whether all have come to their end. */
    public boolean isDone() {
        return threads.stream().noneMatch(Thread::isAlive);
    }

    /** Waits for the end of all; fails with what one of them has thrown. */
    public void join() {
        Await.until("end of " + threads.size() + " test threads", this::isDone);
        if (failure.get() != null) {
            throw new AssertionError("a test thread failed", failure.get());
        }
    }
}
