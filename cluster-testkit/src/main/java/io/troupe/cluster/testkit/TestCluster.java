// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.actor.KeyedActor;
import io.troupe.cluster.actor.TypeName;
import io.troupe.cluster.memory.SharedMemory;
import io.troupe.core.ActorSystem;
import io.troupe.core.promise.Promise;
import io.troupe.dispatch.timer.Clock;
import io.troupe.dispatch.timer.ManualClock;
import io.troupe.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Several members of a cluster in one process, for one test. They are real: threads, links over loopback, leases, take-over.
 * Registry and states are in memory, which ends with the test. Members are killed, stand still, and lose sight of each other or
 * of the memory when the test says so. In a manual cluster leases, reminders, deadlines and passivation go by a clock that only
 * the test moves. For the thread of the test.
 *
 * <pre>{@code
 * try (TestCluster cluster = TestCluster.manual(member -> member.host(Account.class, Account::new))) {
 *     Account account = cluster.join("red").actor(Account.class, "alice");
 *     cluster.join("blue");
 *     cluster.settle();
 *     cluster.kill(cluster.owner(Account.class, "alice"));
 *     cluster.settle();
 *     …
 * }
 * }</pre>
 *
 * <p>The actors of all members share one heap, but calls between members are encoded as always. What a class keeps in static
 * fields is shared, too.
 */
public final class TestCluster implements AutoCloseable {
    private static final Duration MANUAL_LEASE = Duration.ofSeconds(10);

    /** Time moves by so much of the lease between renewals. */
    private static final double STEP = 0.6;

    /**
     * So much of the lease a member has before time moves on, which is more than a step. Its margin is a tenth, and it does not
     * renew again in half a heartbeat, another tenth.
     */
    private static final double RENEWED = 0.8;

    /** Heartbeats in the time of a lease. */
    private static final int BEATS = 5;

    /** In real time: keys that wait for time do not move so long. */
    private static final Duration SOON = Duration.ofSeconds(1);

    /** Each member may have seen another one late, once. */
    private static final int MOST_MOVES = 10;

    /** In real time, of all that threads do. */
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final Consumer<? super Cluster> hosting;
    private final @Nullable ManualClock manual;
    private final Clock clock;
    private final Duration lease;
    private final SharedMemory memory;
    private final TestNetwork network = new TestNetwork();

    /** Those that have not left, by name, also killed ones. */
    private final Map<String, TestMember> members = new LinkedHashMap<>();

    private boolean closed;

    private TestCluster(Consumer<? super Cluster> hosting, @Nullable ManualClock manual, Duration lease) {
        this.hosting = Objects.requireNonNull(hosting, "hosting");
        this.manual = manual;
        this.clock = manual == null ? Clock.system() : manual;
        this.lease = lease;
        this.memory = new SharedMemory(clock, lease);
    }

    /**
     * Makes a cluster whose time stands still until {@link #advance}. Calls and moves of keys take their real, short time; what
     * waits for time waits for the test. Its lease is 10 seconds.
     *
     * @param hosting says what a member hosts, once for each that joins
     * @return a cluster without members; the test closes it
     */
    public static TestCluster manual(Consumer<? super Cluster> hosting) {
        return new TestCluster(hosting, new ManualClock(), MANUAL_LEASE);
    }

    /**
     * Makes a cluster in real time.
     *
     * @param lease of its members, 3 to 60 seconds: so long others wait for one that stands still
     * @param hosting says what a member hosts, once for each that joins
     * @return a cluster without members; the test closes it
     */
    public static TestCluster real(Duration lease, Consumer<? super Cluster> hosting) {
        return new TestCluster(hosting, null, lease);
    }

    // ---- members -------------------------------------------------------------------------------------------------

    /**
     * Adds a member, which hosts what the cluster was made with. Waits until it has joined, not until it has its share: that is
     * {@link #settle}.
     *
     * @param name that no living member has; one that was killed or has left may be used again, as by a process that is started
     *     again
     * @return the member
     * @throws IllegalStateException if a living member has the name, or the cluster is closed
     */
    public Cluster join(String name) {
        return join(name, hosting);
    }

    /**
     * Adds a member that hosts something else, or nothing.
     *
     * @param name as of {@link #join(String)}
     * @param hosts says what it hosts
     * @return the member
     * @throws IllegalStateException if a living member has the name, or the cluster is closed
     */
    public Cluster join(String name, Consumer<? super Cluster> hosts) {
        return join(name, "", hosts);
    }

    /**
     * Adds a member that runs a version of the program, for tests of upgrades.
     *
     * @param name as of {@link #join(String)}
     * @param version as of {@link io.troupe.cluster.ClusterConfig#version}; empty: none
     * @param hosts says what it hosts, for example a later version of a class
     * @return the member; if the hosting fails there is none
     * @throws IllegalStateException if a living member has the name, or the cluster is closed
     * @throws IllegalArgumentException if the version does not begin with a number
     */
    public Cluster join(String name, String version, Consumer<? super Cluster> hosts) {
        Objects.requireNonNull(hosts, "hosts");
        if (closed) {
            throw new IllegalStateException("a cluster must not be closed before a member joins: name=" + name);
        }
        TestMember before = members.get(name);
        if (before != null && before.isLiving()) {
            throw new IllegalStateException("a name must belong to one living member: name=" + name);
        }
        if (before != null) {
            memory.bury(before.id()); // whoever starts again has the proof
        }
        TestMember made = TestMember.join(name, version, network, memory, clock, lease);
        members.put(name, made);
        boolean hosted = false;
        try {
            hosts.accept(made.cluster());
            hosted = true;
        } finally {
            if (!hosted) {
                members.remove(name);
                made.end();
            }
        }
        return made.cluster();
    }

    /**
     * {@return a member: its actors, topics and what it knows of others}
     *
     * @param name given to {@link #join}, also if it was killed since
     * @throws IllegalArgumentException if there is none, or it has left
     */
    public Cluster member(String name) {
        return named(name).cluster();
    }

    /**
     * {@return the actor system of a member}
     *
     * @param name given to {@link #join}
     * @throws IllegalArgumentException if there is none, or it has left
     */
    public ActorSystem system(String name) {
        return named(name).system();
    }

    private TestMember named(String name) {
        TestMember found = members.get(name);
        if (found == null) {
            throw new IllegalArgumentException(
                    "a member must have joined, and not have left: name=" + name + ", members=" + members.keySet());
        }
        return found;
    }

    /**
     * {@return the name of the member that owns a key by the registry} It may have been killed, if nobody has taken over yet.
     *
     * @param type class of the actor
     * @param key of the actor
     * @throws IllegalStateException if nobody owns it
     */
    public String owner(Class<? extends KeyedActor<?>> type, String key) {
        TypeName given = type.getAnnotation(TypeName.class);
        long owner = memory.owner(given == null ? type.getName() : given.value(), key);
        return members.values().stream()
                .filter(each -> each.id() == owner)
                .map(TestMember::name)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "a key must have an owner, settle first: type=" + type.getName() + ", key=" + key));
    }

    /**
     * Lets a member leave: its keys go to the others, then its system closes. Waits for that, a minute at most.
     *
     * @param name of a member that goes on
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if it was killed, or stands still
     */
    public void leave(String name) {
        TestMember member = going(name);
        members.remove(name);
        member.leave();
        network.heal(name);
    }

    /**
     * Ends a member as {@code kill -9} ends a process: connections end, nobody listens at its address, and nothing is answered
     * or stored any more, whatever was under way. No code of its actors runs afterwards, {@code onStop} neither.
     *
     * @param name of a member; it may stand still
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if it was killed before
     */
    public void kill(String name) {
        TestMember member = living(name);
        member.kill();
    }

    /**
     * Lets a member stand still, as a long collection or {@code SIGSTOP} does: it takes no turns, renews no lease, stores
     * nothing and answers nothing, until {@link #resume}. Turns that have begun may end; what they say waits. The process goes
     * on accepting connections.
     *
     * @param name of a member that goes on
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if it was killed, or stands still
     */
    public void pause(String name) {
        going(name).pause();
    }

    /**
     * Lets a member go on. If others have taken over meanwhile, it learns that now, serves nothing, and its
     * {@link Cluster#ended} is fulfilled.
     *
     * @param name of a member; nothing changes if it goes on
     * @throws IllegalArgumentException if there is none
     * @throws IllegalStateException if it was killed
     */
    public void resume(String name) {
        TestMember member = living(name);
        member.resume();
        member.beat();
    }

    private TestMember living(String name) {
        TestMember member = named(name);
        if (!member.isLiving()) {
            throw new IllegalStateException("a member must live: name=" + name);
        }
        return member;
    }

    private TestMember going(String name) {
        TestMember member = living(name);
        if (member.isStanding()) {
            throw new IllegalStateException("a member must not stand still: name=" + name);
        }
        return member;
    }

    // ---- what lies between them ----------------------------------------------------------------------------------

    /**
     * Cuts two members off from each other. Links between them end, and new ones get no answer. Both reach the others and the
     * memory, so nobody is taken for dead. Calls from one to the other that are under way fail with
     * {@link io.troupe.core.error.LinkLostException}, later ones wait. Returns when both know; one that stands still learns it
     * when it goes on.
     *
     * @param one a member
     * @param other another one
     * @throws IllegalArgumentException if there is no such member, or it is the same
     */
    public void cut(String one, String other) {
        checkPair(one, other);
        TestMember left = named(one);
        TestMember right = named(other);
        network.cut(one, other);
        Promise<?> leftEnds = left.transport().cut(other);
        Promise<?> rightEnds = right.transport().cut(one);
        awaitUnlessStanding(left, leftEnds);
        awaitUnlessStanding(right, rightEnds);
    }

    private static void awaitUnlessStanding(TestMember member, Promise<?> ends) {
        if (!member.isStanding()) {
            ends.await(LIMIT);
        }
    }

    /**
     * Ends what {@link #cut} did to two members.
     *
     * @param one a member
     * @param other another one
     * @throws IllegalArgumentException if there is no such member, or it is the same
     */
    public void heal(String one, String other) {
        checkPair(one, other);
        network.heal(one, other);
        members.values().forEach(each -> each.transport().healed());
    }

    private void checkPair(String one, String other) {
        if (named(one) == named(other)) {
            throw new IllegalArgumentException("a member must not be cut off from itself: name=" + one);
        }
    }

    /**
     * Cuts a member off from registry and states: updates fail, and its lease is not renewed.
     *
     * @param name of a member
     * @throws IllegalArgumentException if there is none
     */
    public void cutDatabase(String name) {
        named(name).cutOff(true);
    }

    /**
     * Ends what {@link #cutDatabase} did.
     *
     * @param name of a member
     * @throws IllegalArgumentException if there is none
     */
    public void healDatabase(String name) {
        TestMember member = named(name);
        member.cutOff(false);
        member.beat();
    }

    // ---- time ----------------------------------------------------------------------------------------------------

    /**
     * Moves time, with all that is due on the way. Members renew their leases meanwhile, those that stand still, were killed or
     * do not reach the memory excepted. After one and a half leases others have found out about these, and take over:
     * {@link #settle} waits for that. A day has 14,400 renewals of each member: three members take about five seconds for it, on a busy
     * machine several times as long.
     *
     * @param span zero or more
     * @throws IllegalStateException if the cluster has real time
     * @throws IllegalArgumentException if the span is negative
     */
    public void advance(Duration span) {
        ManualClock moved = clock();
        if (span.isNegative()) {
            throw new IllegalArgumentException("time must not go back: span=" + span);
        }
        Duration left = span;
        Duration longest = Duration.ofNanos((long) (lease.toNanos() * STEP));
        do {
            Duration step = left.compareTo(longest) < 0 ? left : longest;
            moved.advance(step);
            renew();
            left = left.minus(step);
        } while (!left.isZero());
    }

    private void renew() {
        Duration renewed = Duration.ofNanos((long) (lease.toNanos() * RENEWED));
        List<TestMember> acting =
                members.values().stream().filter(TestMember::isActing).toList();
        acting.forEach(TestMember::beat); // all at once: each does it in a thread of its own
        for (TestMember member : acting) {
            Await.until(
                    member.name() + " has renewed its lease",
                    LIMIT,
                    () -> member.hasLease(renewed) || !member.isActing());
        }
    }

    /**
     * {@return the clock of a manual cluster} To move it by hand lets leases run out; {@link #advance} does not.
     *
     * @throws IllegalStateException if the cluster has real time
     */
    public ManualClock clock() {
        if (manual == null) {
            throw new IllegalStateException("the time of a test must be manual to be moved: see TestCluster.manual");
        }
        return manual;
    }

    /** {@return the lease of the members} */
    public Duration lease() {
        return lease;
    }

    /**
     * Waits until nothing moves any more: each living member that hosts something serves exactly its share of all keys, and all
     * know that. Who stands still or does not reach the memory keeps its share until its lease is over.
     *
     * <p>While keys are shared for the first time, others leave some to a member that has just joined, for two heartbeats, even
     * if it hosts nothing. So with such a member the time of a manual cluster moves by two fifths of a lease, or several times
     * so far, if keys are not shared otherwise.
     *
     * @throws AssertionError if that takes more than a minute, for example as the owner of some keys was killed and no member
     *     is left that could take over
     */
    public void settle() {
        members.values().stream().filter(TestMember::isActing).forEach(TestMember::beat);
        for (int i = 0; i < MOST_MOVES && mayWaitForTime() && !isSettledWithin(SOON); i++) {
            advance(lease.multipliedBy(2).dividedBy(BEATS).plusMillis(1));
        }
        Await.until("all keys are where they belong: members=" + members.keySet(), LIMIT, this::isSettled);
    }

    /** Whether others may leave keys to a member that hosts nothing. */
    private boolean mayWaitForTime() {
        return manual != null && members.values().stream().anyMatch(each -> each.isActing() && !each.isHosting());
    }

    private boolean isSettledWithin(Duration limit) {
        try {
            Await.until(limit, this::isSettled);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    private boolean isSettled() {
        List<TestMember> acting =
                members.values().stream().filter(TestMember::isActing).toList();
        if (!acting.stream().allMatch(TestMember::isPlaced)) {
            return false;
        }
        Map<Long, Integer> shares = memory.shares(); // of all that are placed
        long view = memory.view(); // not before that of the shares
        return acting.stream().allMatch(each -> each.hasSettled(shares, view));
    }

    /** Ends all members, in their order: actors end, nothing moves. Heals everything before. */
    @Override
    public void close() {
        closed = true;
        network.healAll();
        List<TestMember> last = new ArrayList<>(members.values());
        members.clear();
        last.stream().filter(TestMember::isStanding).forEach(TestMember::resume);
        last.forEach(TestMember::end);
    }
}
