// SPDX-License-Identifier: Apache-2.0
/**
 * The same calls between processes. {@link io.troupe.remoting.Remoting} is the way in; nobody inside imports this package.
 */
package io.troupe.remoting;
