// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.transport.nio;

import io.troupe.sp.socket.SpError;
import io.troupe.sp.socket.SpException;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that waits for channels, and does what others ask of it. Nothing that is thrown on it ends it.
 *
 * <p>Pipes that are read by other threads' polls wait in {@code polled}: about each millisecond the reactor asks whether
 * somebody still polls them.
 */
final class Reactor implements Runnable {
    private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);
    private static final long JOIN_MILLIS = 5000;

    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    /** Stands behind the tasks that are there when it is added. */
    private final Runnable last = Reactor::nothing;

    private final ReactorDeadlines deadlines = new ReactorDeadlines();
    private final List<PipeReader> polled = new ArrayList<>();
    private final Consumer<SelectionKey> action = this::ready;
    private volatile boolean stopped;
    private long lastLook;

    /** Not started yet. */
    Reactor(String name) {
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new SpException(SpError.IO, "no selector can be opened: cause=" + e.getMessage(), e);
        }
        thread = new Thread(this, name);
        thread.setDaemon(true);
    }

    /** Starts the thread. */
    void start() {
        thread.start();
    }

    /** Whether the caller runs on this reactor's thread. */
    boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** Runs the task on this thread, soon; after the end: on the caller's. */
    void execute(Runnable task) {
        tasks.add(task);
        selector.wakeup();
        if (stopped && !isOwnThread()) { // which runs them at its end, and may be amid a look at its channels now
            runTasks();
        }
    }

    /** Makes changes of interest known. */
    void wakeup() {
        if (!isOwnThread()) {
            selector.wakeup();
        }
    }

    /** Runs the task on this thread after this time; own thread only. */
    ReactorDeadlines.Deadline after(long delayNanos, Runnable task) {
        return deadlines.add(delayNanos, task);
    }

    /** Watches a channel, or changes what it is watched for; own thread only. */
    SelectionKey register(SelectableChannel channel, int operations, SelectionHandler selected) throws IOException {
        return channel.register(selector, operations, selected);
    }

    /** Lets go of closed channels, so that their files and ports are free; own thread only, or after the end, which has let go of all. */
    void forgetClosed() {
        try {
            selector.selectNow(action);
        } catch (ClosedSelectorException e) {
            LOG.trace("the reactor has ended");
        } catch (IOException e) {
            LOG.warn("selecting failed", e);
        }
    }

    /** Asks this pipe from time to time whether it is still polled; own thread only. */
    void checkPolls(PipeReader reader) {
        polled.add(reader);
    }

    @Override
    public void run() {
        while (!stopped) {
            try {
                turn();
            } catch (Throwable e) { // whatever it is, other pipes live on
                LOG.error("a turn of a reactor failed", e);
            }
        }
        finish();
    }

    private void turn() throws IOException {
        long wait = polled.isEmpty() ? deadlines.millis() : 1;
        selector.select(action, wait);
        runSomeTasks();
        for (Runnable task = deadlines.due(); task != null; task = deadlines.due()) {
            runSafely(task);
        }
        if (!polled.isEmpty() && System.nanoTime() - lastLook >= TimeUnit.MILLISECONDS.toNanos(1)) {
            polled.removeIf(reader -> !reader.stillPolled());
            lastLook = System.nanoTime();
        }
    }

    private void ready(SelectionKey key) {
        Object attached = key.attachment();
        if (attached instanceof SelectionHandler selected) {
            try {
                selected.onReady(key.readyOps());
            } catch (CancelledKeyException e) {
                LOG.trace("closed meanwhile: selected={}", selected);
            } catch (Throwable e) { // this channel's trouble is not the others'
                failSafely(selected, e);
            }
        }
    }

    private static void failSafely(SelectionHandler selected, Throwable cause) {
        try {
            selected.onFailure(cause);
        } catch (RuntimeException e) {
            LOG.error("closing after a failure failed", e);
        }
    }

    private static void nothing() {
        // see last
    }

    /** Those that are there: what they add waits until channels have been looked at. */
    private void runSomeTasks() {
        if (!tasks.isEmpty()) {
            tasks.add(last);
            for (Runnable task = tasks.poll(); task != null && task != last; task = tasks.poll()) {
                runSafely(task);
            }
        }
    }

    private void runTasks() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            runSafely(task);
        }
    }

    private static void runSafely(@Nullable Runnable task) {
        try {
            if (task != null) {
                task.run();
            }
        } catch (Throwable e) { // see run
            LOG.error("a task of a reactor failed", e);
        }
    }

    private void finish() {
        runTasks();
        SpException end = new SpException(SpError.CLOSED, "the transport was closed");
        for (SelectionKey key : selector.keys()) {
            if (key.attachment() instanceof SelectionHandler selected) {
                failSafely(selected, end);
            }
        }
        try {
            selector.close();
        } catch (IOException e) {
            LOG.warn("a selector could not be closed", e);
        }
        runTasks();
    }

    /** Ends the thread and closes all its channels; waits for that unless called on it. */
    void close() {
        stopped = true;
        selector.wakeup();
        if (!isOwnThread()) {
            try {
                thread.join(JOIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // it ends without us
            }
        }
    }
}
