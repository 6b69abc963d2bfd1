// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.support;

import io.troupe.dispatch.cell.Cell;
import io.troupe.dispatch.cell.CellHome;
import io.troupe.dispatch.cell.CellThread;
import io.troupe.dispatch.cell.Mailbox;
import io.troupe.dispatch.cell.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A cell that writes down what happens to it. Its state is plain on purpose: two turns at once, or a turn that does not
 * see what the last one wrote, spoil the counts.
 */
public final class ProbeCell extends Cell {
    /** Messages that came out of order or while another turn ran, or with another current cell. */
    private final AtomicInteger violations = new AtomicInteger();

    private final Queue<Message> undelivered = new ConcurrentLinkedQueue<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final List<Note> notes = new ArrayList<>();
    private final int[] lastOfSender = new int[16];
    private int inside;
    private int plainCount;
    /** Written by the owner, read by the test. */
    private volatile int count;

    public ProbeCell(CellHome home) {
        this(home, null);
    }

    public ProbeCell(CellHome home, @Nullable Mailbox mailbox) {
        super(home, mailbox);
        java.util.Arrays.fill(lastOfSender, -1);
    }

    @Override
    protected void deliver(Message message) {
        if (inside++ != 0) {
            violations.incrementAndGet();
        }
        threads.add(Thread.currentThread());
        try {
            message.deliver(this);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new AssertionError(e);
        } finally {
            inside--;
        }
    }

    @Override
    protected void undelivered(Message message) {
        undelivered.add(message);
        if (message instanceof Note note) {
            note.ended();
        }
    }

    void record(Note note) {
        if (note.number() <= lastOfSender[note.sender()]) {
            violations.incrementAndGet();
        }
        lastOfSender[note.sender()] = note.number();
        notes.add(note);
        count = ++plainCount;
    }

    /** Offers a message that runs the body in a turn. */
    public void tell(Task task) {
        offer(task);
    }

    /** Notes one more violation unless the current cell is this one. Owner only. */
    public void checkCurrent() {
        if (CellThread.currentCell() != this) {
            violations.incrementAndGet();
        }
    }

    /** Notes delivered so far. Any thread. */
    public int count() {
        return count;
    }

    /** What broke a promise so far. Any thread. */
    public int violations() {
        return violations.get();
    }

    /** Delivered notes in order. After {@link #count} has reached what the test waits for. */
    public List<Note> notes() {
        return notes;
    }

    /** The numbers of the delivered notes. */
    public List<Integer> numbers() {
        return notes.stream().map(Note::number).toList();
    }

    /** What was handed to undelivered. Any thread. */
    public Queue<Message> undelivered() {
        return undelivered;
    }

    /** Threads that ran turns. Any thread. */
    public Set<Thread> threads() {
        return threads;
    }

    /** Stops messages until {@link #resume}. Owner only. */
    public void suspend() {
        hold(SUSPENDED);
    }

    /** Ends {@link #suspend}. Owner only. */
    public void resume() {
        letGo(SUSPENDED);
    }

    /** Puts messages before all others. Owner only. */
    public void putFirst(List<? extends Message> messages) {
        prepend(List.copyOf(messages));
    }

    /** Ends the cell. Owner only. */
    public void end() {
        close();
    }
}
