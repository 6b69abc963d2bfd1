// SPDX-License-Identifier: Apache-2.0
/**
 * What budgets do under threads; in their package, like the tests of other parts.
 */
package io.troupe.dispatch.budget;
