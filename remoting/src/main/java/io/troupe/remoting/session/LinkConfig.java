// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.host.OutletHost;
import io.troupe.remoting.codec.Codec;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkLimits;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What links of one process have in common.
 *
 * @param host the actor system
 * @param exposures what others may call
 * @param codecs allowed ones, the best first; at least one
 * @param limits of each link
 * @param watches queues that are watched
 * @param sessions those that others have dialled
 * @param streams who accepts streams
 * @param reconnect whether lost links are dialled again
 * @param dial how links are made
 * @param id of this process, told to the other side
 * @param authenticator decides who has dialled, or null
 * @param expected decides whether the process that was dialled is the right one, or null
 */
public record LinkConfig(
        OutletHost host,
        Exposures exposures,
        List<Codec> codecs,
        LinkLimits limits,
        QueueWatches watches,
        LatestSessions sessions,
        StreamAcceptors streams,
        boolean reconnect,
        DialConfig dial,
        String id,
        @Nullable Authenticator authenticator,
        @Nullable Authenticator expected) {
    /** For a process of its own: watches its mailboxes once, whatever links feed them. */
    public LinkConfig(
            OutletHost host,
            Exposures exposures,
            List<Codec> codecs,
            LinkLimits limits,
            StreamAcceptors streams,
            boolean reconnect,
            DialConfig dial,
            String id,
            @Nullable Authenticator authenticator) {
        this(
                host,
                exposures,
                codecs,
                limits,
                new QueueWatches(host.clock()),
                new LatestSessions(),
                streams,
                reconnect,
                dial,
                id,
                authenticator,
                null);
    }

    /** With the usual way of making links, for a process without an id. */
    public LinkConfig(
            OutletHost host,
            Exposures exposures,
            List<Codec> codecs,
            LinkLimits limits,
            StreamAcceptors streams,
            boolean reconnect) {
        this(host, exposures, codecs, limits, streams, reconnect, DialConfig.defaults(), "", null);
    }

    /** Copies the list. */
    public LinkConfig {
        codecs = List.copyOf(codecs);
        if (codecs.isEmpty()) {
            throw new IllegalArgumentException("a link must have at least one codec: codecs=" + codecs);
        }
    }

    /** A name that nobody can guess, unless the system has been given a source of chance. */
    public String newId() {
        return newId(host.random());
    }

    /** A name made of 128 bits of chance. */
    public static String newId(RandomGenerator random) {
        return new UUID(random.nextLong(), random.nextLong()).toString();
    }

    /** Greets itself with each codec once, before any clock runs: the first greeting loads some hundred classes. */
    public void warmUp() {
        HandshakeWarmUp.of(this);
    }

    /** The same with other codecs. */
    public LinkConfig codecs(List<Codec> others) {
        return with(others, authenticator, expected);
    }

    /** The same for dialling somebody who is expected; null: whoever answers. */
    public LinkConfig expecting(@Nullable Authenticator whom) {
        return with(codecs, authenticator, whom);
    }

    /** The same with others who decide about the process at the other end, as dialler and as dialled one. */
    LinkConfig deciding(@Nullable Authenticator aboutDiallers, @Nullable Authenticator aboutDialled) {
        return with(codecs, aboutDiallers, aboutDialled);
    }

    private LinkConfig with(
            List<Codec> others, @Nullable Authenticator aboutDiallers, @Nullable Authenticator aboutDialled) {
        return new LinkConfig(
                host,
                exposures,
                others,
                limits,
                watches,
                sessions,
                streams,
                reconnect,
                dial,
                id,
                aboutDiallers,
                aboutDialled);
    }
}
