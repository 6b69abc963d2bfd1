// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import io.troupe.cluster.registry.MemberInfo;
import io.troupe.net.transport.Address;
import io.troupe.remoting.RemotingConfig;
import io.troupe.remoting.link.CallPolicy;
import java.lang.module.ModuleDescriptor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How a process is one of several of a cluster. Immutable; changed by the methods of {@link ClusterConfig}.
 *
 * @param listen where others reach it, {@code tcp://host:port} or {@code tls://host:port}, port 0 takes a free one; null: the
 *     process is alone and opens no socket
 * @param name one per living member; empty: the address
 * @param roles words for people and tools; nothing depends on them yet
 * @param version of the program, in whose order keys move; empty: before all others
 * @param times how patient it is
 * @param registry address of a registry elsewhere, {@code etcd://…}; null: members agree by the database of the states
 * @param links configuration of its links, with certificates for {@code tls://}; null: that of the remoting of the system
 * @param callers who may call its actors over links
 */
public record MemberConfig(
        @Nullable String listen,
        String name,
        List<String> roles,
        String version,
        ClusterTimes times,
        @Nullable String registry,
        @Nullable RemotingConfig links,
        CallPolicy callers) {
    private static final CallPolicy EVERYBODY = (caller, target, method) -> true;
    private static final List<String> EVERYWHERE = List.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

    /**
     * Checks all.
     *
     * @param listen null: alone
     * @param name empty: the address
     * @param roles at most 32 words
     * @param version empty, or one that begins with a number
     * @param times how patient it is
     * @param registry null: the database
     * @param links null: that of the system
     * @param callers asked about each call that comes over a link
     * @throws IllegalArgumentException if a value breaks its rule, or something is said about a member that is alone
     */
    public MemberConfig {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(times, "times");
        Objects.requireNonNull(callers, "callers");
        roles = roles.stream().map(role -> Objects.requireNonNull(role, "role")).toList();
        if (listen == null) {
            if (!name.isEmpty()
                    || !roles.isEmpty()
                    || !version.isEmpty()
                    || registry != null
                    || links != null
                    || callers != EVERYBODY) {
                throw new IllegalArgumentException("a process must listen to be a member, say listen(…) first: name="
                        + name + ", roles=" + roles + ", registry=" + registry);
            }
        } else {
            check(Address.parse(listen), listen);
            new MemberInfo(1, name.isEmpty() ? "any" : name, listen, "", version, roles, 1);
        }
        checkOrder(version);
        if (registry != null && registry.indexOf(':') < 1) {
            throw new IllegalArgumentException(
                    "a registry must be an address such as etcd://host:2379: registry=" + registry);
        }
    }

    private static void checkOrder(String version) {
        try {
            if (!version.isEmpty()) {
                ModuleDescriptor.Version.parse(version);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "a version must have an order, such as 7 or 1.12.3: version=" + version + ", cause="
                            + e.getMessage(),
                    e);
        }
    }

    private static void check(Address address, String listen) {
        boolean isSocket = address.scheme() == Address.Scheme.TCP || address.scheme() == Address.Scheme.TLS;
        if (!isSocket || EVERYWHERE.contains(address.host())) {
            throw new IllegalArgumentException(
                    "a member must listen at an address that others can dial, tcp://host:port or tls://host:port: listen="
                            + listen);
        }
    }

    /** {@return a process that is alone} */
    public static MemberConfig alone() {
        return new MemberConfig(null, "", List.of(), "", ClusterTimes.defaults(), null, null, EVERYBODY);
    }
}
