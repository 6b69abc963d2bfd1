// SPDX-License-Identifier: Apache-2.0
/**
 * Queues, samples and states of workers; in their package, as they are hidden from others.
 */
package io.troupe.dispatch;
