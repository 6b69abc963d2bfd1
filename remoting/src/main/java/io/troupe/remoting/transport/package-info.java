// SPDX-License-Identifier: Apache-2.0
/**
 * Carries bytes: the contract here, Netty below. Imports remoting.wire only.
 */
package io.troupe.remoting.transport;
