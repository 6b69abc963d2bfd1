// SPDX-License-Identifier: Apache-2.0
/** A small bank: errors that reach the caller, a group, supervision, timers and blocking work. */
package io.troupe.examples.bank;
