// SPDX-License-Identifier: Apache-2.0
/**
 * The floor in Java: channels without a library for ipc and tcp, memory for inproc.
 *
 * <pre>
 *   RawStack → Stream (batches of frames, one writer at a time) · Ring (messages copied into slots)
 *            → Stream (one frame forth and back)                · Desk (one request at a time)
 * </pre>
 *
 * May import: sp.stack.
 */
package io.troupe.bench.sp.raw;
