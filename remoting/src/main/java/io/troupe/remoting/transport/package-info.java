// SPDX-License-Identifier: Apache-2.0
/**
 * Carries bytes: the contract here, Netty below. Imports remoting.value only.
 */
package io.troupe.remoting.transport;
