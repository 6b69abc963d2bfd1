// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting;

import io.troupe.net.transport.TlsFiles;
import io.troupe.net.transport.TransportConfig;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkLimits;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of remoting in one process: encodings, transport, limits, dialling. Immutable; every method returns
 * a changed copy.
 *
 * @param encodings the encodings that listeners accept and dialled links offer, the best first; at least one
 * @param transport sizes of sockets, threads, certificates
 * @param limits the limits of each link
 * @param dial timeouts and credentials of dialling
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
    /**
     * Copies the list.
     *
     * @param encodings not empty
     * @param transport sizes and certificates
     * @param limits of each link
     * @param dial timeouts and credentials
     * @param reconnect either
     * @param insecure either
     * @param authenticator null: by certificate
     * @throws IllegalArgumentException if there is no encoding
     */
    public RemotingConfig {
        encodings = List.copyOf(Objects.requireNonNull(encodings, "encodings"));
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(limits, "limits");
        Objects.requireNonNull(dial, "dial");
        if (encodings.isEmpty()) {
            throw new IllegalArgumentException("there must be at least one encoding: encodings=" + encodings);
        }
    }

    /** {@return the configuration for production: binary before CBOR before JSON, all else by default} */
    public static RemotingConfig production() {
        return new RemotingConfig(
                List.of(Encoding.BINARY, Encoding.CBOR, Encoding.JSON),
                TransportConfig.defaults(),
                LinkLimits.defaults(),
                DialConfig.defaults(),
                true,
                false,
                null);
    }

    /**
     * {@return the configuration for development: JSON before CBOR before binary, so that people can read the links}
     */
    public static RemotingConfig development() {
        return production().encodings(Encoding.JSON, Encoding.CBOR, Encoding.BINARY);
    }

    /**
     * {@return {@link #development} if the system property {@code troupe.mode} is {@code development}, else {@link
     * #production}}
     */
    public static RemotingConfig ofMode() {
        return "development".equals(System.getProperty("troupe.mode")) ? development() : production();
    }

    /**
     * The same with these encodings only.
     *
     * @param newEncodings at least one, the best first
     * @return a changed copy
     * @throws IllegalArgumentException if there is none
     */
    public RemotingConfig encodings(Encoding... newEncodings) {
        return new RemotingConfig(
                List.of(Objects.requireNonNull(newEncodings, "encodings")),
                transport,
                limits,
                dial,
                reconnect,
                insecure,
                authenticator);
    }

    /**
     * The same with another configuration of the transport.
     *
     * @param newTransport sizes of sockets, threads, certificates
     * @return a changed copy
     */
    public RemotingConfig transport(TransportConfig newTransport) {
        return new RemotingConfig(encodings, newTransport, limits, dial, reconnect, insecure, authenticator);
    }

    /**
     * The same with certificates for addresses {@code tls://}.
     *
     * @param files PEM files, read when remoting begins
     * @return a changed copy
     */
    public RemotingConfig tls(TlsFiles files) {
        return transport(transport.tls(files));
    }

    /**
     * The same with other limits.
     *
     * @param newLimits the limits of each link
     * @return a changed copy
     */
    public RemotingConfig limits(LinkLimits newLimits) {
        return new RemotingConfig(encodings, transport, newLimits, dial, reconnect, insecure, authenticator);
    }

    /**
     * The same with other timeouts and credentials of dialling.
     *
     * @param newDial for links that this process dials; its time for greetings also holds for accepted links
     * @return a changed copy
     */
    public RemotingConfig dial(DialConfig newDial) {
        return new RemotingConfig(encodings, transport, limits, newDial, reconnect, insecure, authenticator);
    }

    /**
     * The same, with or without dialling lost links again.
     *
     * @param newReconnect false: a link that is lost is closed, and the first attempt to dial decides
     * @return a changed copy
     */
    public RemotingConfig reconnect(boolean newReconnect) {
        return new RemotingConfig(encodings, transport, limits, dial, newReconnect, insecure, authenticator);
    }

    /**
     * The same, with or without plain TCP for addresses that other machines can reach.
     *
     * @param newInsecure true allows it: for networks that are trusted wholly
     * @return a changed copy
     */
    public RemotingConfig insecure(boolean newInsecure) {
        return new RemotingConfig(encodings, transport, limits, dial, reconnect, newInsecure, authenticator);
    }

    /**
     * The same with a check of who has dialled.
     *
     * @param newAuthenticator decides about each process that dials
     * @return a changed copy
     */
    public RemotingConfig authenticator(Authenticator newAuthenticator) {
        return new RemotingConfig(encodings, transport, limits, dial, reconnect, insecure, newAuthenticator);
    }
}
