// SPDX-License-Identifier: Apache-2.0
/**
 * Calls with a result. One actor keeps a number of asks to another one in flight; each answer is handled in a turn of the
 * asker, which then asks again. The answers are added up and checked. One operation is one ask with its answer.
 */
package io.troupe.bench.ask;
