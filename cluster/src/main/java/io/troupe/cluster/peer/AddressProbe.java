// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster.peer;

import io.troupe.net.transport.Address;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;

/** Looks whether anybody listens at an address. */
final class AddressProbe {
    /** A host that is up refuses at once; the kernel's own timeouts are far longer. */
    private static final int LIMIT_MILLIS = 500;

    private AddressProbe() {}

    /**
     * Whether the host has said that nobody listens there. False: somebody does, or there is no answer. Waits for it.
     *
     * @param address of tcp or tls
     */
    static boolean isRefused(Address address) {
        if (address.scheme() != Address.Scheme.TCP && address.scheme() != Address.Scheme.TLS) {
            return false;
        }
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address.host(), address.port()), LIMIT_MILLIS);
            return false;
        } catch (ConnectException e) {
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
