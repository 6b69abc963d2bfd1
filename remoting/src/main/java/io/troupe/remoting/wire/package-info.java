// SPDX-License-Identifier: Apache-2.0
/** Bytes: a growing array to write to, a bounded stretch to read from. Imports no other package of the project. */
package io.troupe.remoting.wire;
