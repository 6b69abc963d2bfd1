// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.peers;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a peer is to do, in words that are the same for all peers; knows how each of them spells it. For one thread. What
 * a peer receives it prints, see {@link PeerProcess#awaitMessage()}.
 */
public final class PeerCommand {
    private final Peer peer;
    private final Role role;
    private final List<String> listens = new ArrayList<>();
    private final List<String> dials = new ArrayList<>();
    private final List<String> options = new ArrayList<>();
    private @Nullable Certificates certificates;
    private boolean mutual;

    PeerCommand(Peer peer, Role role) {
        this.peer = peer;
        this.role = role;
    }

    /** Listens at an address of {@link Addresses}. nanocat ignores the path of a WebSocket. */
    public PeerCommand listen(String uri) {
        listens.add(checked(uri));
        return this;
    }

    /** Dials an address; nngcat ends when nobody listens there, unless {@code --async} is among the arguments. */
    public PeerCommand dial(String uri) {
        dials.add(checked(uri));
        return this;
    }

    /** What to send: the answer of REP and RESPONDENT, the message of all others. */
    public PeerCommand data(String data) {
        return arguments("--data", data);
    }

    /** For SUB: takes only what begins with this; without it, everything. */
    public PeerCommand subscribe(String prefix) {
        return arguments("--subscribe", prefix);
    }

    /** Sends again and again instead of once; nngcat takes whole seconds only. */
    public PeerCommand interval(Duration interval) {
        return arguments("--interval", seconds(interval));
    }

    /** Waits before it sends first; a surveyor and a publisher need time to be connected. */
    public PeerCommand delay(Duration delay) {
        return arguments("--delay", seconds(delay));
    }

    /** Sends so many times, at an interval; nanocat does not know it. */
    public PeerCommand count(int count) {
        if (peer == Peer.NANOCAT) {
            throw new IllegalArgumentException("nanocat must send once or for ever: count=" + count);
        }
        return arguments("--count", Integer.toString(count));
    }

    /** For TLS: shows the server's certificate as a listener, trusts the authority as a dialer. */
    public PeerCommand certificates(Certificates files) {
        this.certificates = files;
        return this;
    }

    /**
     * For TLS: like {@link #certificates}, and a dialer shows a certificate, too, while a listener demands one. nngcat
     * cannot demand any.
     */
    public PeerCommand mutual(Certificates files) {
        this.mutual = true;
        return certificates(files);
    }

    /** Further words of this peer's own language. */
    public PeerCommand arguments(String... words) {
        options.addAll(List.of(words));
        return this;
    }

    /** Starts it, or skips or fails the test when the peer is missing. Close the process in the end. */
    public PeerProcess start() {
        peer.require();
        PeerProcess process = PeerProcess.start(commandLine(), listens);
        if (peer == Peer.PYNNG) {
            PanicRetry.uses(process);
        }
        return process;
    }

    /** The program and its arguments. */
    List<String> commandLine() {
        List<String> line = new ArrayList<>(peer.command());
        line.add("--" + (peer == Peer.NANOCAT && role == Role.PAIR0 ? "pair" : role.word()));
        for (String uri : listens) {
            line.add(peer == Peer.NANOCAT ? "--bind" : "--listen");
            line.add(bindable(uri));
        }
        for (String uri : dials) {
            line.add(peer == Peer.NANOCAT ? "--connect" : "--dial");
            line.add(uri);
        }
        // To ask senders for a format is an error; the script prints hex anyway.
        if (peer != Peer.PYNNG && role != Role.PUSH && role != Role.PUB) {
            line.add("--hex");
        }
        line.addAll(options);
        addCertificates(line);
        return line;
    }

    private void addCertificates(List<String> line) {
        Certificates files = certificates;
        if (files == null) {
            return;
        }
        boolean server = !listens.isEmpty();
        if (server && mutual && peer == Peer.NNGCAT) {
            throw new IllegalArgumentException("a listener that demands certificates must be pynng: peer=" + peer);
        }
        if (!server || mutual) {
            line.addAll(List.of("--cacert", files.authority().toString()));
        }
        if (server) {
            line.addAll(List.of("--cert", files.server().toString()));
            line.addAll(List.of("--key", files.serverKey().toString()));
        } else if (mutual) {
            line.addAll(List.of("--cert", files.client().toString()));
            line.addAll(List.of("--key", files.clientKey().toString()));
        }
    }

    private String checked(String uri) {
        Scheme scheme = Scheme.of(uri);
        if (!peer.can(scheme, role)) {
            throw new IllegalArgumentException("a peer must know the transport: peer=" + peer + ", uri=" + uri);
        }
        return uri;
    }

    private String bindable(String uri) {
        // nanocat refuses to bind a WebSocket with a path, and then takes dialers of any path.
        return peer == Peer.NANOCAT && Scheme.of(uri) == Scheme.WS
                ? "ws://" + URI.create(uri).getAuthority()
                : uri;
    }

    private String seconds(Duration duration) {
        if (peer != Peer.NNGCAT) {
            return Double.toString(duration.toMillis() / 1e3);
        }
        if (!duration.equals(Duration.ofSeconds(duration.toSeconds()))) {
            throw new IllegalArgumentException("nngcat takes whole seconds: duration=" + duration);
        }
        return Long.toString(duration.toSeconds());
    }
}
