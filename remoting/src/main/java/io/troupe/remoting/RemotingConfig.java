// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.net.transport.TlsFiles;
import io.troupe.net.transport.TransportConfig;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of remoting in one process: encodings, transport, limits, dialling. Immutable; every method returns a changed copy.
 *
 * @param encodings that listeners accept and dialled links offer, the best first
 * @param transport sizes of sockets, threads, TLS
 * @param limits of each link
 * @param dial how links are made
 * @param reconnect whether lost links are dialled again
 * @param insecure whether addresses that other machines can reach may be used without TLS
 * @param authenticator decides who has dialled; null: the subject of the certificate, if there is one
 */
public record RemotingConfig(
        List<Encoding> encodings,
        TransportConfig transport,
        LinkLimits limits,
        DialConfig dial,
        boolean reconnect,
        boolean insecure,
        @Nullable Authenticator authenticator) {
    /** Copies the list. */
    public RemotingConfig {
        encodings = List.copyOf(encodings);
        if (encodings.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one encoding: encodings=" + encodings);
        }
    }

    /** For production: binary before CBOR before JSON. */
    public static RemotingConfig production() {
        return new RemotingConfig(
                List.of(Encoding.BINARY, Encoding.CBOR, Encoding.JSON),
                TransportConfig.defaults(),
                LinkLimits.DEFAULT,
                DialConfig.DEFAULT,
                true,
                false,
                null);
    }

    /** For development: JSON first, so that links can be read. */
    public static RemotingConfig development() {
        return production().encodings(Encoding.JSON, Encoding.CBOR, Encoding.BINARY);
    }

    /** Development if the system property {@code troupe.mode} says {@code development}, else production. */
    public static RemotingConfig ofMode() {
        return "development".equals(System.getProperty("troupe.mode")) ? development() : production();
    }

    /** With these encodings only, the best first. */
    public RemotingConfig encodings(Encoding... newEncodings) {
        return new RemotingConfig(List.of(newEncodings), transport, limits, dial, reconnect, insecure, authenticator);
    }

    /** With this transport. */
    public RemotingConfig transport(TransportConfig newTransport) {
        return new RemotingConfig(encodings, newTransport, limits, dial, reconnect, insecure, authenticator);
    }

    /** With TLS for addresses {@code tls://}. */
    public RemotingConfig tls(TlsFiles files) {
        return transport(transport.tls(files));
    }

    /** With these limits. */
    public RemotingConfig limits(LinkLimits newLimits) {
        return new RemotingConfig(encodings, transport, newLimits, dial, reconnect, insecure, authenticator);
    }

    /** With another way of making links. */
    public RemotingConfig dial(DialConfig newDial) {
        return new RemotingConfig(encodings, transport, limits, newDial, reconnect, insecure, authenticator);
    }

    /** With or without dialling lost links again. */
    public RemotingConfig reconnect(boolean newReconnect) {
        return new RemotingConfig(encodings, transport, limits, dial, newReconnect, insecure, authenticator);
    }

    /** With or without TLS for addresses that other machines can reach: without is for networks that one trusts wholly. */
    public RemotingConfig insecure(boolean newInsecure) {
        return new RemotingConfig(encodings, transport, limits, dial, reconnect, newInsecure, authenticator);
    }

    /** With a check of who has dialled. */
    public RemotingConfig authenticator(Authenticator newAuthenticator) {
        return new RemotingConfig(encodings, transport, limits, dial, reconnect, insecure, newAuthenticator);
    }
}
