// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.measure;

import io.troupe.bench.process.Parent;
import io.troupe.bench.sp.stack.JavaStack;
import io.troupe.bench.sp.stack.Job;
import io.troupe.bench.sp.stack.Receiver;
import io.troupe.bench.sp.stack.Replier;
import io.troupe.bench.sp.stack.Requester;
import io.troupe.bench.sp.stack.Sender;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Runs one role of a stack; a process has one of these. The C drivers do the same in their words. */
public final class RoleRunner {
    /** Line of a process that listens. */
    public static final String READY = "READY";

    private final JavaStack stack;
    private final Job job;

    /** Makes a runner. */
    public RoleRunner(JavaStack stack, Job job) {
        this.stack = stack;
        this.job = job;
    }

    /** Runs the role, prints what comes out, and ends the process. */
    public void main(Role role) {
        Parent.watch();
        Parent.guard(() -> run(role));
    }

    private void run(Role role) throws Exception {
        switch (role) {
            case RECEIVE -> print(new Throughput(ready(stack.receiver(job)), job).measure());
            case SEND -> {
                send();
                Thread.currentThread().join(); // until the parent ends this process
            }
            case PAIR -> {
                Receiver receiver = stack.receiver(job);
                send();
                print(new Throughput(receiver, job).measure());
            }
            case REPLY -> {
                ready(stack.replier(job)).run();
                Thread.currentThread().join();
            }
            case REQUEST -> print(ask());
            case TRIP -> {
                Replier replier = stack.replier(job);
                start("replier", replier::run);
                print(ask());
            }
        }
    }

    private void send() throws Exception {
        IntFunction<Sender> senders = stack.senders(job);
        for (int i = 0; i < job.threads(); i++) {
            int number = i;
            start("sender-" + i, () -> {
                Sender sender = senders.apply(number);
                while (true) {
                    sender.send();
                }
            });
        }
    }

    private Outcome ask() throws Exception {
        List<Requester> requesters = new ArrayList<>();
        for (int i = 0; i < job.threads(); i++) {
            requesters.add(stack.requester(job, i));
        }
        return new Latency(requesters, job).measure();
    }

    /** A thread whose failure ends the process; its end does not. */
    private static void start(String name, Parent.Work work) {
        Parent.Work endless = () -> {
            work.run();
            Thread.currentThread().join();
        };
        Thread thread = new Thread(() -> Parent.guard(endless), name);
        thread.setDaemon(true);
        thread.start();
    }

    private static <T> T ready(T listening) {
        System.out.println(READY);
        return listening;
    }

    private static void print(Outcome outcome) {
        System.out.println(outcome.json());
    }
}
