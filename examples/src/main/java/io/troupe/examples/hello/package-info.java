// SPDX-License-Identifier: Apache-2.0
/** The smallest program: one actor, a tell and an ask. */
package io.troupe.examples.hello;
