// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.sp.stack;

/** The end that sends, for one thread. */
@FunctionalInterface
public interface Sender {
    /** Sends one message or a batch of them; waits while there is no room. */
    void send() throws Exception;
}
