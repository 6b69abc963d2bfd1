// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.member;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryException;
import io.troupe.dispatch.timer.Clock;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the lease of a member in the registry, and knows since when that has gone well. A member whose renewal is refused is dead,
 * for good. One thread; the lease may be asked by any.
 */
final class LeaseRenewal {
    private static final Logger LOG = LoggerFactory.getLogger(LeaseRenewal.class);

    private final MemberInfo info;
    private final Registry registry;
    private final Clock clock;
    private final MemberTimes times;
    private final Lease lease;

    private long renewedNanos;
    private boolean dead;

    /** Since when no renewal has failed. */
    private long steadyNanos;

    private boolean steady;

    /** When it was last logged that the registry does not answer, once per lease; null: it answers. */
    private @Nullable Long silenceToldNanos;

    LeaseRenewal(MemberInfo info, Registry registry, Clock clock, MemberTimes times) {
        this.info = info;
        this.registry = registry;
        this.clock = clock;
        this.times = times;
        this.lease = new Lease(clock, times.lease(), times.margin());
    }

    Lease lease() {
        return lease;
    }

    /**
     * Renews it.
     *
     * @return the number of the view
     * @throws RegistryException if it is not known whether it was renewed, or the member {@link #isDead}
     */
    long renew() throws RegistryException {
        Lease.Start start = lease.start();
        OptionalLong view = registry.renew(info.id());
        if (view.isEmpty()) {
            dead = true;
            String why = "the member is dead by the registry";
            throw new RegistryException(why, new IllegalStateException(why)); // ends the step
        }
        renewed(start);
        return view.getAsLong();
    }

    /** Before each step that may take long: the lease must not end because the member is busy with the registry. */
    void keep() throws RegistryException {
        if (clock.nanos() - renewedNanos >= times.beat().toNanos()) {
            renew();
        }
    }

    /**
     * The registry has renewed it.
     *
     * @param start taken before the registry was asked
     */
    void renewed(Lease.Start start) {
        lease.renewed(start);
        renewedNanos = start.nanos();
        if (silenceToldNanos != null) {
            silenceToldNanos = null;
            LOG.info("a registry answers again: member={}", info.name());
        }
        if (!steady) {
            steady = true;
            steadyNanos = clock.nanos();
        }
    }

    /** The registry has not answered, whatever it was asked. */
    void failed(RegistryException e) {
        steady = false;
        long now = clock.nanos();
        Long told = silenceToldNanos;
        if (told == null || now - told >= times.lease().toNanos()) {
            silenceToldNanos = now;
            LOG.warn(
                    "a registry did not answer, it is asked again: member={}, leaseLeft={}, cause={}",
                    info.name(),
                    lease.left(),
                    e.toString());
        }
    }

    /** Whether the registry has refused to renew it. */
    boolean isDead() {
        return dead;
    }

    /** Whether it was renewed a moment ago. */
    boolean isFresh() {
        return clock.nanos() - renewedNanos < times.beat().toNanos() / 2;
    }

    /** Whether the registry has answered for as long as a lease. */
    boolean isSteady() {
        return steady && clock.nanos() - steadyNanos >= times.lease().toNanos();
    }
}
