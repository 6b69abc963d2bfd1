// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.member.FaultySchedule.Without;
import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.MemberStatus;
import io.troupe.cluster.registry.MemoryRegistry;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryDelta;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.cluster.registry.ShardRow;
import io.troupe.cluster.shard.Shards;
import io.troupe.cluster.store.MemberStore;
import io.troupe.cluster.store.StateKey;
import io.troupe.cluster.store.StateWrite;
import io.troupe.cluster.store.StoreException;
import io.troupe.cluster.store.StoredState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * A member of a {@link FaultySchedule}: its real loop and lease, on a lane of its own, and a holder of shards that does in the order of
 * {@code Membership} what that does: owned, admitted, served; not served, settled, dismissed, given.
 */
final class SimulatedMember implements ShardHolder, Registry {
    private static final long TIMEOUT = Duration.ofSeconds(2).toNanos();
    private static final long ADMIT_AGAIN = Duration.ofMillis(200).toNanos();

    private final FaultySchedule run;
    private final MemberInfo info;
    private final MemoryRegistry rows;
    private final MemberStore store;
    private final MemberLoop loop;
    private final Lane lane = new Lane();
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    private boolean crashed;
    private boolean closed;
    private boolean paused;
    private boolean answerWaits;
    private boolean lookWaits;

    /** What comes while it stands still. */
    private final List<Runnable> late = new ArrayList<>();

    private boolean losesQuestions;
    private boolean losesAnswers;

    private final BitSet serving = new BitSet(Shards.COUNT);
    private final BitSet draining = new BitSet(Shards.COUNT);
    private final long[] epochs = new long[Shards.COUNT];

    /** Versions of states that actors have in memory, also of those that are not stored yet. */
    private final Map<StateKey, Long> versions = new HashMap<>();

    private final Map<StateKey, Integer> writing = new HashMap<>();

    SimulatedMember(FaultySchedule run, MemberInfo info) {
        this.run = run;
        this.info = info;
        this.rows = run.registry();
        this.store = run.store().member();
        this.loop = new MemberLoop(
                info,
                this,
                run.clock(),
                FaultySchedule.TIMES,
                this,
                new WantedOwners(run.clock(), FaultySchedule.TIMES, run::placement));
    }

    // ---- what happens to it --------------------------------------------------------------------------------------

    void start() {
        beat();
        write();
    }

    String name() {
        return info.name();
    }

    boolean isLive() {
        return !crashed && !loop.isEnded();
    }

    /** Whether callers get answers, or would if it went on at once. */
    boolean answers() {
        return !crashed
                && (run.isWithout(Without.LEASE) ? !paused : loop.lease().isHeld());
    }

    BitSet serving() {
        return serving;
    }

    boolean pause() {
        boolean was = paused;
        paused = true;
        return !was;
    }

    void wake() {
        if (paused) {
            paused = false;
            run.log(this + " goes on, leaseLeft=" + loop.lease().left());
            List<Runnable> now = List.copyOf(late);
            late.clear();
            if (answerWaits) {
                answerWaits = false;
                goOn();
            }
            now.forEach(this::inTurn);
            pump();
        }
    }

    void crash() {
        crashed = true;
        serving.clear();
        close();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            lane.end();
        }
    }

    void cut(boolean questions, boolean answers) {
        losesQuestions = questions || !answers;
        losesAnswers = answers;
    }

    void mend() {
        losesQuestions = false;
        losesAnswers = false;
    }

    void heal() {
        mend();
        wake();
    }

    void leave() {
        task(() -> {
            loop.leave();
            loop.look();
        });
    }

    void look() {
        if (!lookWaits) {
            lookWaits = true;
            task(() -> {
                lookWaits = false;
                loop.look();
            });
        }
    }

    void proveDead(SimulatedMember dead) {
        task(() -> loop.proveDead(dead.info.id()));
    }

    // ---- its thread ----------------------------------------------------------------------------------------------

    private void beat() {
        if (isLive()) {
            task(loop::beat);
            run.after(FaultySchedule.TIMES.beat().toNanos(), this::beat);
        }
    }

    private void task(Runnable task) {
        if (isLive()) {
            tasks.add(task);
            pump();
        }
    }

    private void pump() {
        while (!tasks.isEmpty() && !lane.isBusy() && !paused && !crashed) {
            lane.run(tasks.remove());
        }
    }

    private void goOn() {
        if (paused) {
            answerWaits = true;
        } else if (!crashed) {
            lane.goOn();
            pump();
        }
    }

    /** Something reaches it, now or when it goes on. */
    private void inTurn(Runnable action) {
        if (paused) {
            late.add(action);
        } else if (!crashed) {
            action.run();
        }
    }

    // ---- statements ----------------------------------------------------------------------------------------------

    private static final class Statement<T> {
        private boolean open = true;
        private T answer;
        private boolean answered;
    }

    /** Sends a statement; then runs something when its answer is there, or when it is given up. */
    private <T> Statement<T> send(Supplier<T> body, Runnable then) {
        Statement<T> sent = new Statement<>();
        if (!losesQuestions) {
            run.after(run.wayNanos(), () -> {
                if (!run.isDown()) {
                    T answer = body.get();
                    if (!losesAnswers) {
                        run.after(run.wayNanos(), () -> {
                            if (sent.open) {
                                sent.open = false;
                                sent.answered = true;
                                sent.answer = answer;
                                then.run();
                            }
                        });
                    }
                }
            });
        }
        run.after(TIMEOUT, () -> {
            if (sent.open) {
                sent.open = false;
                then.run();
            }
        });
        return sent;
    }

    /** On the lane: waits for the answer. */
    private <T> T statement(Supplier<T> body) throws RegistryException {
        Statement<T> sent = send(body, this::goOn);
        lane.await();
        if (!sent.answered) {
            throw new RegistryException("a database must answer", new TimeoutException());
        }
        return sent.answer;
    }

    // ---- as a holder ---------------------------------------------------------------------------------------------

    @Override
    public void serve(List<ShardRow> gained) {
        gained.forEach(row -> {
            epochs[row.no()] = row.epoch();
            draining.clear(row.no());
        });
        run.after(1, () -> inTurn(() -> admit(gained)));
    }

    /** Not before what an earlier actor has written is settled. */
    private void admit(List<ShardRow> gained) {
        boolean isWriting = writing.keySet().stream()
                .anyMatch(key -> gained.stream().anyMatch(row -> row.no() == key.shard()) && !serving.get(key.shard()));
        if (isWriting) {
            run.after(ADMIT_AGAIN, () -> inTurn(() -> admit(gained)));
            return;
        }
        gained.stream().filter(row -> !serving.get(row.no())).forEach(row -> forget(row.no()));
        Statement<BitSet>[] sent = newArray();
        sent[0] = send(
                () -> {
                    try {
                        return store.admit(gained);
                    } catch (StoreException e) {
                        throw new IllegalStateException(e);
                    }
                },
                () -> inTurn(() -> {
                    if (!sent[0].answered) {
                        run.after(ADMIT_AGAIN, () -> inTurn(() -> admit(gained)));
                        return;
                    }
                    for (ShardRow row : gained) {
                        boolean mine = epochs[row.no()] == row.epoch() && !draining.get(row.no());
                        if (mine && sent[0].answer.get(row.no())) {
                            serving.set(row.no());
                        }
                    }
                }));
    }

    @SuppressWarnings("unchecked")
    private static Statement<BitSet>[] newArray() {
        return (Statement<BitSet>[]) new Statement<?>[1];
    }

    @Override
    public void drain(BitSet shards) {
        BitSet given = (BitSet) shards.clone();
        draining.or(given);
        serving.andNot(given);
        run.after(1, () -> inTurn(() -> finish(given)));
    }

    private void finish(BitSet given) {
        if (writing.keySet().stream().anyMatch(key -> given.get(key.shard()))) {
            run.after(ADMIT_AGAIN, () -> inTurn(() -> finish(given)));
            return;
        }
        BitSet gone = (BitSet) given.clone();
        gone.andNot(serving);
        store.dismiss(gone);
        gone.stream().forEach(this::forget);
        task(() -> {
            loop.drained(given);
            loop.look();
        });
    }

    @Override
    public void drop(BitSet shards) {
        BitSet lost = (BitSet) shards.clone();
        serving.andNot(lost);
        draining.andNot(lost);
        lost.stream().forEach(shard -> {
            epochs[shard] = 0;
            forget(shard);
        });
        run.after(
                1,
                () -> inTurn(() -> {
                    lost.andNot(serving);
                    store.dismiss(lost);
                }));
    }

    private void forget(int shard) {
        versions.keySet().removeIf(key -> key.shard() == shard);
    }

    @Override
    public void changed() {
        run.tellOthers(this);
    }

    @Override
    public void ended(String why) {
        serving.clear();
        run.log(this + " has ended: " + why);
    }

    // ---- as an actor: it reads what is stored when it has nothing in memory, and writes the next version ---------

    private void write() {
        if (isLive()) {
            inTurn(() -> {
                StateKey key = run.anyKey();
                if (serving.get(key.shard()) && answers() && !writing.containsKey(key)) {
                    write(key);
                }
            });
            run.after(run.between(50, 500), this::write);
        }
    }

    private void write(StateKey key) {
        long epoch = epochs[key.shard()];
        long version = versions.computeIfAbsent(key, this::load) + 1;
        versions.put(key, version);
        writing.merge(key, 1, Integer::sum);
        StateWrite write = new StateWrite(key, new StoredState(version, 1, new byte[0]));
        Statement<Boolean>[] sent = newWrite();
        sent[0] = send(
                () -> isStored(write, epoch, version),
                () -> inTurn(() -> {
                    writing.computeIfPresent(key, (any, count) -> count == 1 ? null : count - 1);
                    if (!sent[0].answered || !sent[0].answer) {
                        versions.remove(key); // the activation is thrown away
                    }
                }));
    }

    @SuppressWarnings("unchecked")
    private static Statement<Boolean>[] newWrite() {
        return (Statement<Boolean>[]) new Statement<?>[1];
    }

    private boolean isStored(StateWrite write, long epoch, long version) {
        try {
            boolean done = store.store().commit(List.of(write))[0];
            if (done || run.isWithout(Without.FENCE)) {
                run.stored(write.key(), epoch, version, this);
            }
            return done;
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    private long load(StateKey key) {
        try {
            StoredState known = store.store().load(key);
            return known == null ? 0 : known.version();
        } catch (StoreException e) {
            throw new IllegalStateException(e);
        }
    }

    // ---- as a registry -------------------------------------------------------------------------------------------

    @Override
    public boolean join(MemberInfo member) throws RegistryException {
        return statement(() -> rows.join(member));
    }

    @Override
    public OptionalLong renew(long member) throws RegistryException {
        return statement(() -> rows.renew(member));
    }

    @Override
    public Map<Long, Duration> leases() throws RegistryException {
        return statement(rows::leases);
    }

    @Override
    public RegistryDelta read(long since) throws RegistryException {
        return statement(() -> rows.read(since));
    }

    @Override
    public boolean advance(long member, MemberStatus next) throws RegistryException {
        return statement(() -> rows.advance(member, next));
    }

    @Override
    public boolean fence(long member) throws RegistryException {
        return statement(() -> rows.fence(member));
    }

    @Override
    public int bury() throws RegistryException {
        return statement(rows::bury);
    }

    @Override
    public List<ShardRow> claim(long member, BitSet shards) throws RegistryException {
        BitSet wanted = (BitSet) shards.clone();
        return statement(() -> rows.claim(member, wanted));
    }

    @Override
    public List<ShardRow> give(long member, BitSet shards, long to) throws RegistryException {
        BitSet given = (BitSet) shards.clone();
        return statement(() -> rows.give(member, given, to));
    }

    @Override
    public Watching watch(Runnable changed) {
        return () -> {};
    }

    @Override
    public String toString() {
        return info.name() + "/" + info.id()
                + (crashed ? " (crashed)" : loop.isEnded() ? " (ended)" : paused ? " (stands still)" : "") + " "
                + serving.cardinality() + " shards";
    }
}
