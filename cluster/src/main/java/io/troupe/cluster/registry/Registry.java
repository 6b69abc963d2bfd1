// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Who is a member and who owns which shard: the port between members and what they agree by, a database or etcd. Its rows
 * are the truth, whatever a member has read of them.
 *
 * <p>A member has a lease by the clock of the store. When it is over, others may bury the member; that, or a proof, ends it for
 * good: its id never lives again. Each change has a higher view number than all before, and the rows that it changes carry it.
 * The epoch of a shard grows with each new owner.
 *
 * <p>All methods wait for the store, at most for its timeout, and then fail; any thread. A method that fails may have been
 * carried out, as a whole or not at all; {@link #claim} shard by shard.
 */
public interface Registry extends AutoCloseable {
    /**
     * Adds a member that is {@link MemberStatus#JOINING}, with a lease.
     *
     * @return false if a living member has the name, or the id has been used
     * @throws RegistryException if it is not known whether it is added
     */
    boolean join(MemberInfo member) throws RegistryException;

    /**
     * Extends the lease of a living member: the heartbeat.
     *
     * @return the number of the view, never below that of a read that has ended before; empty: the member is dead
     * @throws RegistryException if it is not known whether it is extended
     */
    OptionalLong renew(long member) throws RegistryException;

    /**
     * What is left of the leases of all living members, by the clock of the store: for those who look. Zero or less: it is over.
     *
     * @throws RegistryException if it cannot be read now
     */
    Map<Long, Duration> leases() throws RegistryException;

    /**
     * Reads what has changed, as one consistent state.
     *
     * @param since number of a view that has been read, within the last day; 0: reads all
     * @throws RegistryException if it cannot be read now
     */
    RegistryDelta read(long since) throws RegistryException;

    /**
     * Brings a member to a later status; {@link MemberStatus#GONE} is how it leaves. Nothing changes if it is there already.
     *
     * @return whether the member has this status now; false: it is dead, or further on
     * @throws RegistryException if it is not known
     */
    boolean advance(long member, MemberStatus next) throws RegistryException;

    /**
     * Ends a member whose death is proved.
     *
     * @return whether this call has ended it; false: it was dead before, or is unknown
     * @throws RegistryException if it is not known
     */
    boolean fence(long member) throws RegistryException;

    /**
     * Ends all members whose lease is over by the clock of the store, and forgets those that are dead for a day and own nothing.
     *
     * @return how many have ended
     * @throws RegistryException if it is not known
     */
    int bury() throws RegistryException;

    /**
     * Makes a member the owner of those shards that are nobody's or a dead member's. The member must be {@link
     * MemberStatus#ACTIVE}.
     *
     * @param shards that it wants
     * @return the rows of those that it got
     * @throws RegistryException if it is not known which it got
     */
    List<ShardRow> claim(long member, BitSet shards) throws RegistryException;

    /**
     * Hands those shards that belong to a living member to an {@link MemberStatus#ACTIVE} one.
     *
     * @param member that gives
     * @param shards {@value io.troupe.cluster.shard.Plan#STEP} at most
     * @param to member that gets
     * @return the rows of those that were handed over
     * @throws IllegalArgumentException if there are more shards
     * @throws RegistryException if it is not known whether they were
     */
    List<ShardRow> give(long member, BitSet shards, long to) throws RegistryException;

    /**
     * Tells when the view may have changed, if the store can: a hint that may be lost. What {@link #renew} returns tells in any
     * case.
     *
     * @param changed called by any thread; must not wait
     * @return ends it
     */
    Watching watch(Runnable changed);

    /** Gives the connections back. */
    @Override
    void close();

    /** What {@link #watch} has begun. */
    @FunctionalInterface
    interface Watching extends AutoCloseable {
        /** Ends it; a call that is under way may still come. */
        @Override
        void close();
    }
}
