// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.owner;

import io.troupe.bench.harness.Batch;
import io.troupe.bench.harness.Parts;
import io.troupe.bench.peer.Peer;
import io.troupe.bench.peer.Recipient;
import io.troupe.core.ActorSystem;
import io.troupe.core.actor.ActorOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;

/** Owners and how much each of them has to do. Begins, checks and watches their batches; one system at a time. */
public final class Crew {
    private final List<Job> jobs = new ArrayList<>();
    private final Parts parts;
    private Runnable start = () -> {};

    /**
     * Owners of these memories.
     *
     * @param memories one per owner
     * @param accesses of a message, by the owner and the number of the message in the batch
     */
    public Crew(List<Memory> memories, IntBinaryOperator accesses) {
        parts = new Parts(memories.size());
        for (int i = 0; i < memories.size(); i++) {
            int owner = i;
            jobs.add(new Job(memories.get(i), message -> accesses.applyAsInt(owner, message), parts));
        }
    }

    /** Jobs by owner, for systems that this class does not know. */
    public List<Job> jobs() {
        return List.copyOf(jobs);
    }

    /**
     * Sets how batches begin.
     *
     * @param action causes the first message of every owner, the others follow
     */
    public void startedBy(Runnable action) {
        start = action;
    }

    /**
     * Makes actors that drive themselves.
     *
     * @param options by owner
     */
    public void selfDriven(ActorSystem system, IntFunction<ActorOptions> options) {
        List<Owner> owners = owners(system, options);
        startedBy(() -> owners.forEach(Owner::next));
    }

    /** Makes actors, and a driver per worker with neighbours to drive, wherever they are. */
    public void driven(ActorSystem system) {
        List<Owner> owners = owners(system, owner -> ActorOptions.defaults());
        List<Driver> drivers = new ArrayList<>();
        for (int i = 0; i < Batch.WORKERS; i++) {
            List<Owner> share = owners.subList(share(i), share(i + 1));
            drivers.add(system.spawn(Driver.class, () -> new Driver(share)));
        }
        startedBy(() -> drivers.forEach(Driver::begin));
    }

    private List<Owner> owners(ActorSystem system, IntFunction<ActorOptions> options) {
        List<Owner> owners = new ArrayList<>();
        for (Job job : jobs) {
            owners.add(system.spawn(Owner.class, () -> new Owner(job), options.apply(owners.size())));
        }
        return owners;
    }

    /** Makes a peer's actors that drive themselves. */
    public void selfDriven(Peer peer) {
        List<Recipient<PeerOwner.Message>> owners = owners(peer);
        startedBy(() -> owners.forEach(owner -> owner.tell(new PeerOwner.Next())));
    }

    /** Makes a peer's actors, and a driver per thread. */
    public void driven(Peer peer) {
        List<Recipient<PeerOwner.Message>> owners = owners(peer);
        List<Recipient<PeerOwner.Served>> drivers = new ArrayList<>();
        for (int i = 0; i < Batch.WORKERS; i++) {
            drivers.add(peer.spawn(PeerOwner.driver(owners.subList(share(i), share(i + 1)))));
        }
        startedBy(() -> drivers.forEach(driver -> driver.tell(new PeerOwner.Served(-1))));
    }

    private List<Recipient<PeerOwner.Message>> owners(Peer peer) {
        List<Recipient<PeerOwner.Message>> owners = new ArrayList<>();
        jobs.forEach(job -> owners.add(peer.spawn(new PeerOwner(job))));
        return owners;
    }

    private int share(int driver) {
        return (int) ((long) jobs.size() * driver / Batch.WORKERS);
    }

    /** The same number of messages for all owners. */
    public int[] equally(int messages) {
        int[] quotas = new int[jobs.size()];
        Arrays.fill(quotas, messages);
        return quotas;
    }

    /**
     * Runs a batch.
     *
     * @param quotas messages by owner, 1 or more
     * @return number of messages
     */
    public long run(int[] quotas) {
        return run(quotas, false);
    }

    private long run(int[] quotas, boolean watched) {
        long now = System.nanoTime();
        long expected = 0;
        for (int i = 0; i < quotas.length; i++) {
            jobs.get(i).begin(quotas[i], watched, now);
            expected += quotas[i];
        }
        start.run();
        return parts.await(expected);
    }

    /**
     * Runs a batch in which all owners are watched.
     *
     * @param quotas messages by owner, 1 or more
     * @return the longest time that any of them waited for a message
     */
    public double longestWaitMillis(int[] quotas) {
        run(quotas, true);
        return jobs.stream().mapToLong(Job::longestWaitNanos).max().orElse(0) / 1e6;
    }

    /** Looks for lost updates in all memories, see {@link Memory#verify}. */
    public void verify() {
        jobs.forEach(job -> job.memory().verify());
    }
}
