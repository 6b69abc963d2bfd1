// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.CallPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Where a cluster keeps the states of its actors, its bounds, and whether it has several members. Immutable; every method returns a
 * changed copy.
 *
 * <pre>{@code
 * ClusterConfig.database(dataSource).listen("tls://10.0.0.5:7400").links(RemotingConfig.production().tls(files));
 * }</pre>
 *
 * @param file of SQLite; null: none
 * @param dataSource of a database; null: none
 * @param commitQueue most updates that wait for the store, from 1 to 1,000,000
 * @param commitMemory most bytes of updates that wait for the store, from 2 MiB to 1 TiB
 * @param callIdsFor how long calls with a {@link io.troupe.cluster.actor.CallId} are remembered, from 1 minute to 366 days
 * @param member how this process is one of several
 */
public record ClusterConfig(
        @Nullable Path file,
        @Nullable DataSource dataSource,
        int commitQueue,
        long commitMemory,
        Duration callIdsFor,
        MemberConfig member) {
    private static final int DEFAULT_QUEUE = 10_000;
    private static final long DEFAULT_MEMORY = 64L << 20;

    /** A state of 1 MiB, and what goes with it. */
    private static final long LEAST_MEMORY = 2L << 20;

    private static final long MOST_MEMORY = 1L << 40;
    private static final Duration DEFAULT_CALL_IDS = Duration.ofHours(24);
    private static final Duration SHORTEST_CALL_IDS = Duration.ofMinutes(1);
    private static final Duration LONGEST_CALL_IDS = Duration.ofDays(366);

    /**
     * Checks the ranges.
     *
     * @param file of SQLite; null: none
     * @param dataSource of a database; null: none
     * @param commitQueue most updates that wait for the store, from 1 to 1,000,000
     * @param commitMemory most bytes of updates that wait for the store, from 2 MiB to 1 TiB
     * @param callIdsFor how long calls with an id are remembered, from 1 minute to 366 days
     * @param member how this process is one of several
     * @throws IllegalArgumentException if a value is out of its range, if there are both a file and a database, or if members have
     *     neither
     */
    public ClusterConfig {
        Objects.requireNonNull(member, "member");
        if (file != null && dataSource != null) {
            throw new IllegalArgumentException(
                    "states must be kept in one place: file=" + file + ", database=" + dataSource);
        }
        if (commitQueue < 1 || commitQueue > 1_000_000) {
            throw new IllegalArgumentException("commitQueue must be from 1 to 1000000: commitQueue=" + commitQueue);
        }
        if (commitMemory < LEAST_MEMORY || commitMemory > MOST_MEMORY) {
            throw new IllegalArgumentException(
                    "commitMemory must be from 2 MiB to 1 TiB, in bytes: commitMemory=" + commitMemory);
        }
        if (callIdsFor == null
                || callIdsFor.compareTo(SHORTEST_CALL_IDS) < 0
                || callIdsFor.compareTo(LONGEST_CALL_IDS) > 0) {
            throw new IllegalArgumentException(
                    "callIdsFor must be from 1 minute to 366 days: callIdsFor=" + callIdsFor);
        }
        if (member.listen() != null && file == null && dataSource == null) {
            throw new IllegalArgumentException(
                    "members must share a file or a database, memory is of one process: listen=" + member.listen());
        }
    }

    /**
     * {@return a cluster in one file of SQLite, which is made if it is not there} Needs the driver {@code
     * org.xerial:sqlite-jdbc} at run time.
     *
     * @param file on a disk of this machine
     */
    public static ClusterConfig file(Path file) {
        return new ClusterConfig(
                Objects.requireNonNull(file, "file"),
                null,
                DEFAULT_QUEUE,
                DEFAULT_MEMORY,
                DEFAULT_CALL_IDS,
                MemberConfig.alone());
    }

    /**
     * {@return a cluster in a database: PostgreSQL with the tables that {@link Cluster#createSchema} makes, or SQLite}
     *
     * @param dataSource of the application, with or without a pool; a member keeps up to nine connections open, one alone four
     */
    public static ClusterConfig database(DataSource dataSource) {
        return new ClusterConfig(
                null,
                Objects.requireNonNull(dataSource, "dataSource"),
                DEFAULT_QUEUE,
                DEFAULT_MEMORY,
                DEFAULT_CALL_IDS,
                MemberConfig.alone());
    }

    /** {@return a cluster whose states end with it, for tests and development} */
    public static ClusterConfig memory() {
        return new ClusterConfig(null, null, DEFAULT_QUEUE, DEFAULT_MEMORY, DEFAULT_CALL_IDS, MemberConfig.alone());
    }

    /**
     * {@return the same with another bound}
     *
     * @param newQueue most updates that wait for the store, from 1 to 1,000,000; more fail with {@link
     *     io.troupe.core.error.BackpressureException}
     */
    public ClusterConfig commitQueue(int newQueue) {
        return new ClusterConfig(file, dataSource, newQueue, commitMemory, callIdsFor, member);
    }

    /**
     * {@return the same with another bound} The budget of the system holds besides: updates take at most as much of it as is free.
     *
     * @param newBytes most bytes of updates that wait for the store, from 2 MiB to 1 TiB, 64 MiB unless it is said; each counts
     *     256 bytes beside its state, effects and reminders. More fail with {@link io.troupe.core.error.BackpressureException}
     */
    public ClusterConfig commitMemory(long newBytes) {
        return new ClusterConfig(file, dataSource, commitQueue, newBytes, callIdsFor, member);
    }

    /**
     * {@return the same with another time}
     *
     * @param newTime how long calls with an id are remembered, from 1 minute to 366 days
     */
    public ClusterConfig callIdsFor(Duration newTime) {
        return new ClusterConfig(file, dataSource, commitQueue, commitMemory, newTime, member);
    }

    private ClusterConfig member(MemberConfig newMember) {
        return new ClusterConfig(file, dataSource, commitQueue, commitMemory, callIdsFor, newMember);
    }

    /**
     * {@return the same as one of several members that share the states} All members host the same classes.
     *
     * @param address where others reach this process, {@code tcp://host:port} or {@code tls://host:port}; port 0 takes a free one.
     *     Plain tcp is for loopback, unless {@link io.troupe.remoting.RemotingConfig#insecure} allows more
     * @throws IllegalArgumentException if it is no such address, or the states are in memory
     */
    public ClusterConfig listen(String address) {
        Objects.requireNonNull(address, "address");
        return member(new MemberConfig(
                address,
                member.name(),
                member.roles(),
                member.version(),
                member.times(),
                member.registry(),
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with a name for people} After {@link #listen}. A member that starts again with the same name and address
     * replaces its predecessor at once.
     *
     * @param name one per living member, at most 128 characters; the address if it is empty or not given
     */
    public ClusterConfig name(String name) {
        return member(new MemberConfig(
                member.listen(),
                name,
                member.roles(),
                member.version(),
                member.times(),
                member.registry(),
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with roles, for people and tools} After {@link #listen}.
     *
     * @param roles words of letters, digits, {@code -}, {@code _} and {@code .}, at most 32
     */
    public ClusterConfig roles(String... roles) {
        Objects.requireNonNull(roles, "roles");
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                Arrays.asList(roles),
                member.version(),
                member.times(),
                member.registry(),
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with the version of the program} After {@link #listen}. While members of several versions are there,
     * keys move from earlier versions to later ones, and never back: what a later version has stored is not read by an earlier
     * one, unless no other member is left. So each release has a higher version.
     *
     * @param version for example {@code 7} or {@code 1.12.3}: begins with a number, in the order of {@link
     *     java.lang.module.ModuleDescriptor.Version}; a member without one is earlier than all others
     * @throws IllegalArgumentException if it does not begin with a number, or has more than 128 characters
     */
    public ClusterConfig version(String version) {
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                member.roles(),
                Objects.requireNonNull(version, "version"),
                member.times(),
                member.registry(),
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with other times}
     *
     * @param times how patient the member is
     */
    public ClusterConfig times(ClusterTimes times) {
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                member.roles(),
                member.version(),
                times,
                member.registry(),
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with another lease}
     *
     * @param lease from 3 to 60 seconds, see {@link ClusterTimes}; the same for all members
     */
    public ClusterConfig lease(Duration lease) {
        return times(new ClusterTimes(
                lease, member.times().joinDelay(), member.times().drain()));
    }

    /**
     * {@return the same with another delay of joining}
     *
     * @param joinDelay from zero to 5 minutes, see {@link ClusterTimes}
     */
    public ClusterConfig joinDelay(Duration joinDelay) {
        return times(new ClusterTimes(
                member.times().lease(), joinDelay, member.times().drain()));
    }

    /**
     * {@return the same with another limit of leaving}
     *
     * @param drain from zero to an hour, see {@link ClusterTimes}
     */
    public ClusterConfig drain(Duration drain) {
        return times(new ClusterTimes(member.times().lease(), member.times().joinDelay(), drain));
    }

    /**
     * {@return the same with a registry elsewhere} After {@link #listen}. Needs the artifact of its scheme at run time.
     *
     * @param address {@code etcd://host:port}, see {@code troupe-cluster-etcd}
     */
    public ClusterConfig registry(String address) {
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                member.roles(),
                member.version(),
                member.times(),
                address,
                member.links(),
                member.callers()));
    }

    /**
     * {@return the same with a configuration of links} After {@link #listen}. Whoever may make a link may call the actors, unless
     * {@link #callers} says otherwise: with {@code tls://} that is whoever has a certificate that the files accept.
     *
     * @param links certificates, limits, and whether plain tcp may leave the machine
     */
    public ClusterConfig links(RemotingConfig links) {
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                member.roles(),
                member.version(),
                member.times(),
                member.registry(),
                links,
                member.callers()));
    }

    /**
     * {@return the same with a decision about who may call the actors over links} After {@link #listen}. Everybody who may make
     * a link, if nothing is said. Members call each other for their actors, effects and references: the decision must let them
     * in.
     *
     * @param callers asked about each call that comes over a link, with the subject of the certificate as the caller, the name
     *     of the type, a slash and the key as the target, and the method, also for calls with a
     *     {@link io.troupe.cluster.actor.CallId}; must be quick. A call that it does not allow fails with
     *     {@link io.troupe.core.error.CallRefusedException}. When a key has moved it is also asked whether a caller may call
     *     any of the methods, before that learns what has become of its calls
     */
    public ClusterConfig callers(CallPolicy callers) {
        return member(new MemberConfig(
                member.listen(),
                member.name(),
                member.roles(),
                member.version(),
                member.times(),
                member.registry(),
                member.links(),
                Objects.requireNonNull(callers, "callers")));
    }
}
