// SPDX-License-Identifier: Apache-2.0
/**
 * The queues of workers; in their package, as they are hidden from others.
 */
package io.troupe.dispatch.gauge;
