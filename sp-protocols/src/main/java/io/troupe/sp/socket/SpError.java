// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.socket;

/**
 * The kinds of failures of socket operations, as {@link SpException#reason} gives them. The names of the other implementations
 * stand beside: nanomsg · nng · mangos.
 */
public enum SpError {
    /** The socket, context or endpoint is closed ({@code EBADF} · {@code ECLOSED} · {@code ErrClosed}). */
    CLOSED,
    /** The time limit has passed ({@code ETIMEDOUT} · {@code ETIMEDOUT} · {@code ErrSendTimeout, ErrRecvTimeout}). */
    TIMED_OUT,
    /** The operation is not allowed now: a reply without a request, say ({@code EFSM} · {@code ESTATE} · {@code ErrProtoState}). */
    STATE,
    /** A newer request or survey took its place, or the caller gave up ({@code -} · {@code ECANCELED} · {@code ErrCanceled}). */
    CANCELED,
    /** The protocol cannot do this at all: receiving on PUSH, say ({@code ENOTSUP} · {@code ENOTSUP} · {@code ErrProtoOp}). */
    NOT_SUPPORTED,
    /** Nobody is connected, and the socket was told to fail then ({@code -} · {@code -} · {@code ErrNoPeers}). */
    NO_PEERS,
    /** The peer that had to answer is gone ({@code -} · {@code ECONNRESET} · {@code ErrConnReset}). */
    CONNECTION_LOST,
    /** Nobody listens there ({@code ECONNREFUSED}). */
    REFUSED,
    /** Something else listens there ({@code EADDRINUSE}). */
    ADDRESS_IN_USE,
    /** The address cannot be used: wrong form, unknown scheme or host, missing folder ({@code EINVAL, ENODEV} · {@code EADDRINVAL}). */
    ADDRESS_INVALID,
    /** The operating system does not allow it ({@code EACCES} · {@code EPERM}). */
    PERMISSION_DENIED,
    /** The peer is no SP peer, or one of another protocol ({@code EPROTO} · {@code EPROTO} · {@code ErrBadProto, ErrBadHeader}). */
    PROTOCOL,
    /** The peer's certificate, or ours, was not accepted ({@code -} · {@code ECRYPTO, EPEERAUTH}). */
    NOT_TRUSTED,
    /** The message is larger than allowed ({@code EMSGSIZE} · {@code EMSGSIZE} · {@code ErrTooLong}). */
    TOO_LONG,
    /** Reading or writing failed in another way; the cause tells more. */
    IO
}
