// SPDX-License-Identifier: Apache-2.0
/**
 * The command line of the examples. {@link io.troupe.examples.Troupe} is the program that the {@code troupe} script starts;
 * each example is one of its commands.
 */
package io.troupe.examples;
