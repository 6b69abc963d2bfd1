// SPDX-License-Identifier: Apache-2.0
/**
 * The same calls between processes. {@link io.troupe.remoting.Remoting} is the way in; no other package of the module
 * imports this one.
 */
package io.troupe.remoting;
