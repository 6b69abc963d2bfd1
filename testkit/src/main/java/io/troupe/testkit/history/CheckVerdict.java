// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.history;

/**
 * What rules say of a history, without a search.
 *
 * @param outcome UNKNOWN if somebody else must decide
 * @param reason which rule is broken, in a sentence; empty if none is
 */
record CheckVerdict(CheckOutcome outcome, String reason) {
    static final CheckVerdict UNKNOWN = new CheckVerdict(CheckOutcome.UNKNOWN, "");
    static final CheckVerdict OK = new CheckVerdict(CheckOutcome.OK, "");
}
