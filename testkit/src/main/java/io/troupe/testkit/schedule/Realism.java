// SPDX-License-Identifier: Apache-2.0
package io.troupe.testkit.schedule;

/** How much of what threads, clocks and links do to a program a simulated run does. */
public enum Realism {
    /** Turns of actors interleave. A message has arrived once it is sent, and time passes only when nothing else is left. */
    TURNS,
    /** Messages and answers are under way for a while, too: those of different senders overtake each other. */
    FLIGHTS,
    /** Time, too, may pass while messages are under way or wait: a timer may fire before an answer is seen. */
    FLIGHTS_AND_TIME
}
