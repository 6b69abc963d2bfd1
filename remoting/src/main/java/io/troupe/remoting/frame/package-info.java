// SPDX-License-Identifier: Apache-2.0
/**
 * What travels over a link, independent of the encoding: frames, their targets and payloads.
 *
 * <p>May import: remoting.value.
 */
package io.troupe.remoting.frame;
