// SPDX-License-Identifier: Apache-2.0
/**
 * Figures that are no averages of a repeated operation: bytes, processor time, percentiles. Each is a program that measures
 * one system in a fresh VM and prints one line of JSON per figure; {@code --help} says how to call it.
 */
package io.troupe.bench.footprint;
