// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

/** What a check of a history has found. */
public enum CheckOutcome {
    /** The history has the property. */
    OK,
    /** The history does not have the property. */
    VIOLATED,
    /** The check reached a limit, or cannot decide about such a history. It may or may not have the property. */
    UNKNOWN
}
