// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.backpressure.view;

/**
 * One moment of a scenario; of several receivers only those that are meant to stay healthy.
 *
 * @param seconds since the beginning
 * @param done messages that a receiver has got done since the beginning
 * @param rate messages per second that a receiver has got done lately
 * @param capacity messages per second that a receiver could get done, or that were offered if those are fewer
 * @param queue longest queue of a receiver
 * @param waiting longest queue of a link on this side
 * @param naks complaints since the point before
 */
public record Point(double seconds, double done, double rate, double capacity, long queue, long waiting, long naks) {}
