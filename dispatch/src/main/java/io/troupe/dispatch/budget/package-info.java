// SPDX-License-Identifier: Apache-2.0
/**
 * How many bytes of messages may wait: one budget per system, and parts of it for what lets messages wait.
 *
 * <pre>
 *   MemoryBudget of the system ← MemoryBudget of a link and direction, …
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.budget;
