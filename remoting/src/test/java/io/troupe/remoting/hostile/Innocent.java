// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.hostile;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Asks at a steady pace while something is published, holds that every answer is right, and measures each from the time at
 * which it was due to be asked: who is held up once counts all that he would have asked meanwhile.
 */
final class Innocent {
    private static final long PACE_NANOS = 2_000_000;

    private final AtomicBoolean over = new AtomicBoolean();
    private final FutureTask<List<Long>> asking;

    Innocent(Stage stage) {
        asking = new FutureTask<>(() -> ask(stage));
        Thread thread = new Thread(asking, "the innocent");
        thread.setDaemon(true);
        thread.start();
    }

    private List<Long> ask(Stage stage) {
        Service service = stage.innocentService();
        List<Long> nanos = new ArrayList<>();
        long due = System.nanoTime();
        for (int i = 0; !over.get(); i++) {
            stage.publish(i);
            String text = "question " + i;
            String answer = service.echo(text).await(Stage.LIMIT);
            if (!answer.equals(text)) {
                throw new AssertionError("the answer must be right: question=" + text + ", answer=" + answer);
            }
            long now = System.nanoTime();
            nanos.add(now - due);
            due += PACE_NANOS;
            while (System.nanoTime() < due && !over.get()) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
        }
        return nanos;
    }

    /** Ends; returns how long the answers have taken, sorted. Fails if one was wrong or did not come. */
    List<Long> end() throws Exception {
        over.set(true);
        List<Long> nanos = asking.get(2 * Stage.LIMIT.toSeconds(), TimeUnit.SECONDS);
        Collections.sort(nanos);
        return nanos;
    }
}
