// SPDX-License-Identifier: Apache-2.0
package io.troupe.dispatch.cell;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.dispatch.support.Note;
import io.troupe.dispatch.support.ProbeCell;
import io.troupe.dispatch.support.ReadyList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Senders that call themselves without end. Where exactly the stack ends is up to the virtual machine, hence many tries. */
class FullStackTest {
    private static final int STACKS = 200;

    @Test
    void shouldLinkWhatIsPutWhenTheStackOfTheSenderIsFull() throws InterruptedException {
        for (int i = 0; i < STACKS; i++) {
            Cell target = new ProbeCell(new ReadyList());
            fillStack(i, () -> putDeeper(target));

            assertThat(oldest(target.head)).isSameAs(Inbox.BUSY);
        }
    }

    @Test
    void shouldLinkCallbacksWhenTheStackOfTheSenderIsFull() throws InterruptedException {
        for (int i = 0; i < STACKS; i++) {
            Cell target = new ProbeCell(new ReadyList());
            fillStack(i, () -> signalDeeper(target));

            assertThat(oldest(target.callbacks)).isSameAs(Inbox.BUSY);
        }
    }

    /** The stack ends elsewhere each time: it begins elsewhere, and code that is compiled meanwhile needs less of it. */
    private static void fillStack(int number, Runnable endless) throws InterruptedException {
        Thread sender = new Thread(null, () -> begin(number % 13, endless), "sender", 256 << 10);
        sender.start();
        sender.join();
    }

    private static int begin(int frames, Runnable endless) {
        if (frames > 0) {
            return begin(frames - 1, endless) + 1;
        }
        try {
            endless.run();
        } catch (StackOverflowError e) { // as the test wants it
        }
        return 0;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int putDeeper(Cell target) {
        Inbox.push(target, new Note(0, 0));
        return putDeeper(target) + 1;
    }

    @SuppressWarnings("InfiniteRecursion")
    private static int signalDeeper(Cell target) {
        CallbackQueue.push(target, new Note(0, 0));
        return signalDeeper(target) + 1;
    }

    private static @Nullable Message oldest(@Nullable Message newest) {
        Message oldest = newest;
        for (Message at = newest; at != null; at = at.next()) {
            oldest = at;
        }
        return oldest;
    }
}
