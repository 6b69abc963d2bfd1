// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.route;

import io.troupe.cluster.store.StateKey;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.actor.Directory;
import io.troupe.core.actor.DirectoryOptions;
import io.troupe.core.actor.SystemListener;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.host.GuardedFactory;
import io.troupe.core.host.TurnGuard;
import io.troupe.core.message.Reference;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.WorkerConfig;
import io.troupe.dispatch.cell.Message;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.link.Link;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A member of a cluster in one process with others: a system, its links and its router. */
final class Member implements AutoCloseable {
    static final Duration LIMIT = Duration.ofSeconds(30);

    /** On any machine: one stands in the way, others go on. */
    private static final int WORKERS = 2;

    private static final long MEMORY = 1 << 20;
    private static final AtomicInteger NAMES = new AtomicInteger();

    final long id;
    final ActorSystem system;
    final Remoting remoting;
    final Router router;
    final String address = "inproc://member-" + NAMES.incrementAndGet();
    final Map<Long, Link> links = new ConcurrentHashMap<>();
    final Queue<DeadLetter> letters = new ConcurrentLinkedQueue<>();
    final AtomicInteger moved = new AtomicInteger();
    Directory<Diary> diaries;

    /** Runs after a guard has decided, and before that takes effect. In turns of the actor. */
    volatile Runnable onRefusal = () -> {};

    /** Runs before an actor is found. Any thread. */
    volatile Runnable onFinding = () -> {};

    Member(long id) {
        this(id, LIMIT);
    }

    /** Whose calls have a deadline, unless they choose one. */
    Member(long id, Duration askTimeout) {
        this(id, askTimeout, Clock.system());
    }

    /** With a clock of its own. */
    Member(long id, Duration askTimeout, Clock clock) {
        this.id = id;
        this.system = ActorSystem.builder()
                .name("member-" + id)
                .dispatcher(Dispatchers.workStealing(WorkerConfig.of("member-" + id, WORKERS)))
                .askTimeout(askTimeout)
                .clock(clock)
                .listener(new SystemListener() {
                    @Override
                    public void onDeadLetter(DeadLetter letter) {
                        letters.add(letter);
                    }
                })
                .start();
        this.remoting = Remoting.on(system);
        remoting.listen(address).await(LIMIT);
        this.router = new Router(
                system.host(),
                remoting.keyedLinks(),
                new RouteView(0, id, new long[StateKey.SHARDS], new BitSet(), Map.of()),
                MEMORY);
    }

    /** Members that have dialled each other. */
    static Member[] mesh(int count) {
        Member[] all = new Member[count];
        for (int i = 0; i < count; i++) {
            all[i] = new Member(i + 1);
        }
        for (Member one : all) {
            for (Member other : all) {
                if (one != other) {
                    one.links.put(other.id, one.remoting.connect(other.address).await(LIMIT));
                }
            }
        }
        return all;
    }

    /** Hosts diaries, with a guard each. */
    Member host() {
        return host(DirectoryOptions.defaults());
    }

    Member host(DirectoryOptions options) {
        diaries = system.directory(Diary.class, new Guarded(), options);
        router.host("diary", Diary.class, (caller, target, method) -> true, key -> {
            onFinding.run();
            return Reference.outletOf(diaries.get(key));
        });
        return this;
    }

    private final class Guarded implements GuardedFactory<Diary> {
        @Override
        public Diary create(String key) {
            return new Diary(id, key);
        }

        @Override
        public TurnGuard guard(String key) {
            TurnGuard guard = router.guard("diary", key);
            return new TurnGuard() {
                @Override
                public CallNotServedException refusal() {
                    var refusal = guard.refusal();
                    if (refusal != null) {
                        moved.incrementAndGet();
                        onRefusal.run();
                    }
                    return refusal;
                }

                @Override
                public void turnedAway(Message call) {
                    guard.turnedAway(call);
                }
            };
        }
    }

    /** All shards belong to one member. */
    void view(long number, long owner) {
        view(number, owner, true);
    }

    void view(long number, long owner, boolean held) {
        long[] owners = new long[StateKey.SHARDS];
        Arrays.fill(owners, owner);
        BitSet mine = new BitSet();
        mine.set(0, owners.length, held);
        router.view(new RouteView(number, id, owners, mine, links));
    }

    Diary diary(String key) {
        return router.reference(Diary.class, "diary", key);
    }

    int waiting(String key) {
        return router.outlet(new StateKey("diary", key)).waiting();
    }

    @Override
    public void close() {
        system.close();
    }
}
