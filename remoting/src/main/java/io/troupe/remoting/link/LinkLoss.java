// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/**
 * The reason why a link went down or was not made.
 *
 * @param reason the reason for programs
 * @param cause the reason for people, in words
 * @param elsewhere place where the other side says that the same can be found, an address as a rule; check it before
 *     dialling, as a peer may say anything. Empty: the other side has said nothing
 */
public record LinkLoss(Reason reason, String cause, String elsewhere) {
    /**
     * Without another place.
     *
     * @param reason the reason for programs
     * @param cause the reason for people, in words
     */
    public LinkLoss(Reason reason, String cause) {
        this(reason, cause, "");
    }

    /** The kinds of reasons. */
    public enum Reason {
        /** The other side could not be reached. */
        UNREACHABLE,
        /** One of the two sides has refused the link: its certificate, token, codec or version. */
        REFUSED,
        /** The connection has ended without a goodbye. */
        RESET,
        /** The other side has given no sign of life, or no greeting, in time. */
        SILENT,
        /** The other side has closed the link. */
        LEFT,
        /** One of the two sides has drained the link, see {@link Link#drain(java.time.Duration)}. */
        DRAINED,
        /** The other side has broken the rules of links, and this side has ended it. */
        BROKEN,
        /** This side has closed the link. */
        CLOSED,
        /** This side has cut the link, see {@link Link#cut}. */
        CUT
    }
}
