// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.pekko;

import org.apache.pekko.actor.typed.ActorRef;

/** What travels between processes, and what is stored. */
@SuppressWarnings("ArrayRecordComponent") // never compared
sealed interface Note {
    /** What entities hear. */
    sealed interface Request extends Note permits Echo, Update, Read {
        String key();
    }

    /** Asks for its payload. */
    record Echo(String key, int id, ActorRef<Reply> replyTo, byte[] payload) implements Request {}

    /** Replaces what is kept. */
    record Update(String key, int id, ActorRef<Reply> replyTo, byte[] value) implements Request {}

    /** Asks how often it was replaced. */
    record Read(String key, int id, ActorRef<Reply> replyTo) implements Request {}

    /** What comes back: a count, or a payload. */
    record Reply(int id, long count, byte[] payload) implements Note {}

    /** What is kept, as the state and as the event of a journal. */
    record Held(long count, byte[] value) implements Note {}
}
