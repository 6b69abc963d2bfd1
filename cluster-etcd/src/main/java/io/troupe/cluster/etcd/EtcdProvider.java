// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.etcd;

import io.troupe.cluster.registry.Registry;
import io.troupe.cluster.registry.RegistryProvider;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** Opens registries in etcd: {@code etcd://host:2379,host:2379/space}. */
public final class EtcdProvider implements RegistryProvider {
    private static final String PREFIX = "etcd://";

    /** For the service loader. */
    public EtcdProvider() {}

    @Override
    public String scheme() {
        return "etcd";
    }

    @Override
    public Registry open(String address, Duration lease, Duration timeout) {
        if (!address.matches(PREFIX + "[^/,\\s]+:\\d+(,[^/,\\s]+:\\d+)*/[\\w.-]+")) {
            throw new IllegalArgumentException(
                    "an address of etcd must be etcd://host:port,host:port/space: address=" + address);
        }
        int slash = address.lastIndexOf('/');
        List<String> servers = Arrays.stream(
                        address.substring(PREFIX.length(), slash).split(",", -1))
                .map(server -> "http://" + server)
                .toList();
        return new EtcdRegistry(new EtcdClients(servers, address.substring(slash + 1), timeout), lease);
    }
}
