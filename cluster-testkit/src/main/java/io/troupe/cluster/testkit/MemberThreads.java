// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** The threads of the actors of one member, which stand still with it. What is queued when it is killed never runs. */
final class MemberThreads extends ThreadPoolExecutor {
    private final MemberGate gate;

    MemberThreads(String name, int threads, MemberGate gate) {
        super(
                threads,
                threads,
                10,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                task -> {
                    Thread made = new Thread(task, name);
                    made.setDaemon(true);
                    return made;
                },
                new DiscardPolicy());
        this.gate = gate;
        allowCoreThreadTimeOut(true);
    }

    @Override
    public void execute(Runnable task) {
        super.execute(() -> {
            if (gate.pass()) {
                task.run();
            }
        });
    }
}
