// SPDX-License-Identifier: Apache-2.0
/**
 * Kinds of threads: daemons with names, whose end can be waited for, and virtual ones where there are some.
 *
 * <pre>
 *   DaemonThreads → Threads.join     VirtualThreads (Java 21 and later)
 * </pre>
 *
 * May import: nothing of this module.
 */
package io.troupe.dispatch.thread;
