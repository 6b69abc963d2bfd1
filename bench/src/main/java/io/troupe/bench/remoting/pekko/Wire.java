// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.remoting.pekko;

/** What actors of the two processes send each other. */
@SuppressWarnings("ArrayRecordComponent") // never compared
sealed interface Wire {
    /** One way. */
    record Tell(byte[] payload) implements Wire {}

    /** A request, answered by a {@link Reply} with the same number. */
    record Ask(int id, byte[] payload) implements Wire {}

    /** A reply. */
    record Reply(int id, byte[] payload) implements Wire {}

    /** Opens the window of one-way messages by that many. */
    record Acknowledge(int count) implements Wire {}
}
