// SPDX-License-Identifier: Apache-2.0
/**
 * Groups of actors that are spawned and addressed together.
 *
 * <pre>
 *   Group → roundRobin() · broadcast() (references with outlets of their own) · keyed(key) · all(call) · ordered(call)
 * </pre>
 *
 * May import: io.troupe.core.host, actor, reference, message, continuation, promise.
 */
package io.troupe.core.group;
