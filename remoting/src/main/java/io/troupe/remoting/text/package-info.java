// SPDX-License-Identifier: Apache-2.0
/**
 * What other processes say, made fit for logs and errors: {@code PeerText} escapes and shortens, {@code Tally} counts what would
 * flood a log. May import nothing.
 */
package io.troupe.remoting.text;
