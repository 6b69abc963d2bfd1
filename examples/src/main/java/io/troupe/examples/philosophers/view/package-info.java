// SPDX-License-Identifier: Apache-2.0
/**
 * An evening in words: on a terminal while it lasts, and a summary at the end.
 *
 * <pre>
 *   Guest → Evening → Display: LiveTable    a terminal
 *                   │          PlainLines   a file or a pipe
 *                   → Summary               the end
 * </pre>
 *
 * May import: no other package of the examples.
 */
package io.troupe.examples.philosophers.view;
