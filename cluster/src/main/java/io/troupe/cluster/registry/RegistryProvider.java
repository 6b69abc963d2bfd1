// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.registry;

import java.time.Duration;
import java.util.ServiceLoader;

/** Opens registries by address; found by the {@link ServiceLoader}. Any thread. */
public interface RegistryProvider {
    /** The part of an address before the first colon, for example {@code etcd}. */
    String scheme();

    /**
     * Opens a registry. Need not reach the store yet.
     *
     * @param address with the scheme of this provider
     * @param lease what joining and each renewal give
     * @param timeout of each operation
     * @throws IllegalArgumentException if the address is not one of this provider
     */
    Registry open(String address, Duration lease, Duration timeout);

    /**
     * Opens a registry by the provider of its scheme.
     *
     * @param address with any scheme
     * @param lease what joining and each renewal give
     * @param timeout of each operation
     * @throws IllegalArgumentException if there is no provider, or it refuses the address
     */
    static Registry find(String address, Duration lease, Duration timeout) {
        for (RegistryProvider provider :
                ServiceLoader.load(RegistryProvider.class, RegistryProvider.class.getClassLoader())) {
            if (address.startsWith(provider.scheme() + ":")) {
                return provider.open(address, lease, timeout);
            }
        }
        throw new IllegalArgumentException(
                "the scheme of a registry must be known, etcd needs the artifact io.troupe:troupe-cluster-etcd: address="
                        + address);
    }
}
