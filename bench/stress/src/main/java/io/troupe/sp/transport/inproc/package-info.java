// SPDX-License-Identifier: Apache-2.0
/**
 * Pipes within a process; in their package, as they are hidden from others.
 */
package io.troupe.sp.transport.inproc;
