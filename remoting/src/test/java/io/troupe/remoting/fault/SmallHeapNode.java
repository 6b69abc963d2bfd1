// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.fault;

import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.ManualDispatcher;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.fault.Sink.Pace;
import io.troupe.remoting.fault.Sink.Taken;
import io.troupe.remoting.link.FrameLimits;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkLimits;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A process with both sides of a link and default settings, but for messages of up to 64 MiB. Transfers messages of all sizes to
 * a receiver of one pace; says a line for each size, and ends with an exception when something is lost.
 */
final class SmallHeapNode {
    /** Beginning of a line: {@code transfer SIZE COUNT HEAP}, the heap in use over that of an idle link, at most. */
    static final String LINE = "transfer";

    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final int KIB = 1 << 10;
    private static final int MIB = 1 << 20;
    private static final int LEAST = 3;
    private static final int MOST = 300;
    private static final int ECHOES = 20;

    private final ManualDispatcher gate = Dispatchers.manual();
    private final List<String> changes = new CopyOnWriteArrayList<>();
    private final Pace pace;
    private final long bytes;
    private long idle;
    private long expected;
    private long expectedBytes;
    private volatile boolean sending;

    private SmallHeapNode(Pace pace, long bytes) {
        this.pace = pace;
        this.bytes = bytes;
    }

    /** Pace, and bytes to be transferred per size. */
    public static void main(String[] arguments) {
        new SmallHeapNode(Pace.valueOf(arguments[0]), Long.parseLong(arguments[1])).run();
        System.exit(0); // the actor of a stopped receiver has nobody who runs its last turn
    }

    private void run() {
        LinkLimits standard = LinkLimits.defaults();
        LinkLimits limits =
                standard.frames(new FrameLimits(64 * MIB, standard.frames().maxDepth()));
        ActorSystem there = ActorSystem.start("there");
        ActorSystem here = ActorSystem.start("here");
        ActorOptions options =
                pace == Pace.STOPPED ? ActorOptions.defaults().dispatcher(gate) : ActorOptions.defaults();
        Sink local = there.spawn(Sink.class, () -> new Sink(pace), options);
        Remoting server = Remoting.on(there, RemotingConfig.production().limits(limits));
        server.expose("sink", local);
        server.expose("fast", there.spawn(Sink.class, () -> new Sink(Pace.FAST)));
        Link link = Remoting.on(here, RemotingConfig.production().limits(limits))
                .connect(server.listen("tcp://127.0.0.1:0")
                        .await(LIMIT)
                        .address()
                        .toString())
                .await(LIMIT);
        link.onChange((state, why) -> changes.add(state + " " + why));
        link.lookup("fast", Sink.class).echo(0).await(LIMIT);
        idle = Victim.usedHeap();
        for (int size : new int[] {100, KIB, 16 * KIB, 64 * KIB, MIB, 16 * MIB}) {
            int count = (int) Math.max(LEAST, Math.min(MOST * (bytes / MIB), bytes / size));
            long heap = transfer(link, local, size, count);
            if (!changes.isEmpty() || here.deadLetters() + there.deadLetters() > 0) {
                throw new AssertionError("the link must stay up, and lose nothing: changes=" + changes);
            }
            Await.until(
                    "all is given back",
                    LIMIT,
                    () -> there.memory().used() == 0 && here.memory().used() == 0);
            System.out.println(LINE + " " + size + " " + count + " " + heap);
        }
    }

    private long transfer(Link link, Sink local, int size, int count) {
        Sink target = link.lookup("sink", Sink.class);
        Sink fast = link.lookup("fast", Sink.class);
        long first = expected;
        expected += count;
        expectedBytes += (long) size * count;
        sending = true;
        Thread thread = new Thread(
                () -> {
                    for (long i = first; i < first + count; i++) {
                        target.take(i, new byte[size]);
                    }
                    sending = false;
                },
                "sends");
        thread.start();
        long most = 0;
        for (long i = 0; i < ECHOES; i++) {
            fast.echo(i).await(LIMIT); // whatever the other one does
        }
        most = Math.max(most, Victim.usedHeap() - idle);
        Await.until("all has been taken", LIMIT, () -> taken(local).count() == expected);
        Taken taken = taken(local);
        if (sending || taken.bytes() != expectedBytes || taken.disorder() != 0) {
            throw new AssertionError("nothing must be lost: taken=" + taken + ", expectedBytes=" + expectedBytes);
        }
        return Math.max(most, Victim.usedHeap() - idle);
    }

    private Taken taken(Sink local) {
        gate.runAll();
        Promise<Taken> taken = local.taken();
        gate.runAll();
        return taken.await(LIMIT);
    }
}
