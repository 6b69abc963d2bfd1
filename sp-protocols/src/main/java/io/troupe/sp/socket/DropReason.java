// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/** Why a message was dropped, or why its service gave no answer; {@link SocketStats#dropped} counts by it. */
public enum DropReason {
    /** The queue towards the peer was full (PUB, BUS, SURVEYOR, replies, best effort). */
    SEND_QUEUE_FULL,
    /** The queue of what has been received was full (SUB, BUS, answers to surveys). */
    RECEIVE_QUEUE_FULL,
    /** Nobody was connected to take it. */
    NO_PEER,
    /** The peer it was meant for is gone: a reply, say, or what had been queued for a lost pipe. */
    PEER_GONE,
    /** The socket closed: it was still unsent when the linger time was over, or arrived within it. */
    CLOSED,
    /** Too short, or without the words its protocol demands. */
    MALFORMED,
    /** It had made more hops than the TTL allows. */
    TTL,
    /** Larger than the receive limit; the pipe was closed. */
    TOO_LONG,
    /** A reply or answer that nobody waits for any more, or a duplicate. */
    LATE,
    /** No subscription matched it. */
    UNSUBSCRIBED,
    /** Its service failed: it threw, gave no promise, or its promise failed. A request stays unanswered then. */
    FAILED,
    /** Its service gave null as the answer: the request stays unanswered. */
    UNANSWERED,
    /** Its service took longer than the option {@code serviceTimeout}: a request stays unanswered. */
    OVERDUE
}
