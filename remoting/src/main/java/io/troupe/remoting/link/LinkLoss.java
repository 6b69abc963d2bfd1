// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

/**
 * The reason why a link went down.
 *
 * @param reason for programs
 * @param cause for people, in words
 * @param elsewhere where the other side has said that the same can be found, an address as a rule; what a peer says should be checked
 *     before it is dialled. Empty: not said
 */
public record LinkLoss(Reason reason, String cause, String elsewhere) {
    /** Without another address. */
    public LinkLoss(Reason reason, String cause) {
        this(reason, cause, "");
    }

    /** What has happened. */
    public enum Reason {
        /** The other side could not be reached. */
        UNREACHABLE,
        /** One of the two sides does not want this link: certificate, codec or version. */
        REFUSED,
        /** The connection has ended without a last word. */
        RESET,
        /** The other side has given no sign of life, or no greeting, in time. */
        SILENT,
        /** The other side has said goodbye. */
        LEFT,
        /** One of the two sides had said before that it goes, see {@link Link#drain(java.time.Duration)}. */
        DRAINED,
        /** The other side has broken the rules, and this side has ended the link. */
        BROKEN,
        /** This side has closed the link. */
        CLOSED,
        /** This side has cut the link. */
        CUT
    }
}
