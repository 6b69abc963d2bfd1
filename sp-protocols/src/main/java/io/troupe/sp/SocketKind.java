// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp;

import io.troupe.sp.socket.Protocol;
import io.troupe.sp.socket.SocketOptions;
import io.troupe.sp.socket.SpSocket;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;

/**
 * The table of all sockets: which protocol a kind speaks, and which rules and which socket are built on its core.
 *
 * @param protocol its protocol
 * @param maker builds the socket on a core that nobody uses yet
 * @param <S> the socket
 */
record SocketKind<S extends SpSocket>(Protocol protocol, Function<SocketCore, S> maker) {
    static final SocketKind<PatternSocket> PAIR = plain(Protocol.PAIR0, PairPattern::new);
    static final SocketKind<PatternSocket> PAIR1 =
            plain(Protocol.PAIR1, core -> new Pair1Pattern(core, new OnePeer(core), false));
    static final SocketKind<PatternSocket> PAIR1_POLY =
            plain(Protocol.PAIR1, core -> new Pair1Pattern(core, new ManyPeers(core), false));
    static final SocketKind<PatternSocket> PUB = plain(Protocol.PUB, PubPattern::new);
    static final SocketKind<SubscriberSocket> SUB =
            new SocketKind<>(Protocol.SUB, core -> new SubscriberSocket(core, new SubPattern(core)));
    static final SocketKind<PatternSocket> PUSH = plain(Protocol.PUSH, PushPattern::new);
    static final SocketKind<PatternSocket> PULL = plain(Protocol.PULL, PullPattern::new);
    static final SocketKind<PatternSocket> BUS = plain(Protocol.BUS, core -> new BusPattern(core, false));
    static final SocketKind<RequestSocket> REQ =
            new SocketKind<>(Protocol.REQ, core -> new RequestSocket(core, new RequestPattern(core)));
    static final SocketKind<ReplySocket> REP =
            new SocketKind<>(Protocol.REP, core -> new ReplySocket(core, new ReplyPattern(core)));
    static final SocketKind<SurveySocket> SURVEYOR =
            new SocketKind<>(Protocol.SURVEYOR, core -> new SurveySocket(core, new SurveyPattern(core)));
    static final SocketKind<ReplySocket> RESPONDENT =
            new SocketKind<>(Protocol.RESPONDENT, core -> new ReplySocket(core, new ReplyPattern(core)));

    /** The raw sockets: they pass messages with their headers and remember nothing. Where there are no headers they do the same. */
    private static final Map<Protocol, SocketKind<PatternSocket>> RAW = new EnumMap<>(Map.ofEntries(
            raw(Protocol.PAIR0, PairPattern::new),
            raw(Protocol.PAIR1, core -> new Pair1Pattern(core, new ManyPeers(core), true)),
            raw(Protocol.PUB, PubPattern::new),
            raw(Protocol.SUB, SubPattern::toEverything),
            raw(Protocol.PUSH, PushPattern::new),
            raw(Protocol.PULL, PullPattern::new),
            raw(Protocol.BUS, core -> new BusPattern(core, true)),
            raw(Protocol.REQ, core -> new RawAskPattern(core, false)),
            raw(Protocol.REP, RawReplyPattern::new),
            raw(Protocol.SURVEYOR, core -> new RawAskPattern(core, true)),
            raw(Protocol.RESPONDENT, RawReplyPattern::new)));

    /** The raw socket of a protocol; PAIR1 has many peers. */
    static SocketKind<PatternSocket> raw(Protocol protocol) {
        SocketKind<PatternSocket> kind = RAW.get(protocol);
        if (kind == null) {
            throw new IllegalArgumentException("a protocol without a raw socket: protocol=" + protocol);
        }
        return kind;
    }

    private static SocketKind<PatternSocket> plain(Protocol protocol, Function<SocketCore, Pattern> rules) {
        return new SocketKind<>(protocol, core -> new PatternSocket(core, rules.apply(core), false));
    }

    private static Map.Entry<Protocol, SocketKind<PatternSocket>> raw(
            Protocol protocol, Function<SocketCore, Pattern> rules) {
        return Map.entry(
                protocol, new SocketKind<>(protocol, core -> new PatternSocket(core, rules.apply(core), true)));
    }

    /** Opens one. */
    S open(SocketOptions options) {
        return open(options, SocketEngine.of(options.host()));
    }

    /** Opens one with an engine of its own, for tests. */
    S open(SocketOptions options, SocketEngine engine) {
        return maker.apply(new SocketCore(protocol, options, engine));
    }
}
