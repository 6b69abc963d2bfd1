// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.testkit;

import io.troupe.cluster.Cluster;
import io.troupe.cluster.ClusterConfig;
import io.troupe.cluster.ClusterMember;
import io.troupe.cluster.memory.MemberMemory;
import io.troupe.cluster.memory.SharedMemory;
import io.troupe.core.ActorSystem;
import io.troupe.dispatch.Dispatchers;
import io.troupe.dispatch.timer.Clock;
import io.troupe.remoting.Remoting;
import io.troupe.remoting.RemotingConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** One member of a test, with all that can be done to it. For the thread of the test. */
final class TestMember {
    private static final int WORKERS = 2;
    private static final int HELPERS = 16;
    private static final Duration LEAVE_LIMIT = Duration.ofMinutes(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    /** In real time: then it may have ended meanwhile. */
    private static final long MOMENT_MILLIS = 10;

    private static final int SPINS = 50;

    private final String name;
    private final MemberGate gate = new MemberGate();
    private final MemberThreads workers;
    private final MemberThreads helpers;
    private final MemberTransport transport;
    private final MemberMemory memory;
    private final ActorSystem system;
    private final Cluster cluster;
    private volatile boolean cutOff;

    private TestMember(
            String name, String version, TestNetwork network, SharedMemory shared, Clock clock, Duration lease) {
        this.name = name;
        this.workers = new MemberThreads(name + "-worker", WORKERS, gate);
        this.helpers = new MemberThreads(name + "-helper", HELPERS, gate);
        this.transport = new MemberTransport(name, network, gate);
        this.memory = shared.member(this::reachMemory);
        this.system = ActorSystem.builder()
                .name(name)
                .clock(clock)
                .dispatcher(Dispatchers.executor(name, workers))
                .helpers(helpers)
                .closeTimeout(CLOSE_LIMIT)
                .start();
        boolean done = false;
        try {
            Remoting.on(system, RemotingConfig.development(), transport);
            this.cluster = Cluster.join(
                    system,
                    ClusterConfig.file(Path.of("memory"))
                            .listen("tcp://127.0.0.1:0")
                            .name(name)
                            .version(version)
                            .lease(lease)
                            .joinDelay(Duration.ZERO)
                            .drain(Duration.ZERO), // of the end of a test; who leaves has more
                    memory);
            done = true;
        } finally {
            if (!done) {
                end();
            }
        }
    }

    /** Waits until it has joined. */
    static TestMember join(
            String name, String version, TestNetwork network, SharedMemory shared, Clock clock, Duration lease) {
        return new TestMember(name, version, network, shared, clock, lease);
    }

    private void reachMemory() throws IOException {
        if (!gate.pass()) {
            throw new IOException("a member that was killed must reach nothing: member=" + name);
        }
        if (cutOff) {
            throw new IOException("the memory must be within reach: member=" + name);
        }
    }

    String name() {
        return name;
    }

    Cluster cluster() {
        return cluster;
    }

    ActorSystem system() {
        return system;
    }

    MemberTransport transport() {
        return transport;
    }

    long id() {
        return memory.id();
    }

    /** Whether it neither was killed nor has ended. */
    boolean isLiving() {
        return !gate.isDead() && !cluster.ended().isSettled();
    }

    boolean isStanding() {
        return !gate.isOpen() && !gate.isDead();
    }

    /** Whether it goes on, and reaches the memory. */
    boolean isActing() {
        return gate.isOpen() && !cutOff && isLiving();
    }

    void cutOff(boolean off) {
        cutOff = off;
    }

    void pause() {
        gate.shut();
        transport.standStill();
    }

    void resume() {
        gate.open();
    }

    /** Ends it as a process that is killed ends: nothing is said or stored any more. */
    void kill() {
        gate.kill();
        transport.kill();
        workers.shutdownNow();
        memory.end();
        end();
    }

    void leave() {
        cluster.leave(LEAVE_LIMIT);
        end();
    }

    /** Ends in order, but gives nothing away. */
    void end() {
        system.close();
        workers.shutdownNow();
        helpers.shutdownNow();
    }

    /** Lets it renew its lease, if it is time. */
    void beat() {
        memory.wake();
    }

    /**
     * Whether so much is left of its lease, as it counts: from before it was renewed, and without a margin. Waits a moment for
     * a renewal.
     */
    boolean hasLease(Duration least) {
        long before = memory.renewals();
        if (isLeft(least)) {
            return true;
        }
        try {
            memory.awaitRenewal(before, MOMENT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // whoever asks again and again gives up then
        }
        for (int i = 0; i < SPINS && !isLeft(least); i++) {
            Thread.onSpinWait(); // its thread has only to note that
        }
        return isLeft(least);
    }

    private boolean isLeft(Duration least) {
        return cluster.health().leaseLeft().compareTo(least) >= 0;
    }

    boolean isHosting() {
        return memory.isHosting();
    }

    /** Whether it has all that it needs to get a share, if it wants one. */
    boolean isPlaced() {
        return !memory.isHosting() || cluster.self().status().equals("ACTIVE");
    }

    /** Whether it serves its share, knows those of all others, and routes calls by a view or a later one. */
    boolean hasSettled(Map<Long, Integer> shares, long view) {
        List<ClusterMember> known = cluster.members();
        return memory.routedView() >= view
                && Integer.valueOf(cluster.self().shards()).equals(shares.get(id()))
                && known.size() == shares.size()
                && known.stream().allMatch(each -> Integer.valueOf(each.shards())
                        .equals(shares.get(Long.parseUnsignedLong(each.id(), 16))));
    }
}
