// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.continuation.SettablePromise;

/**
 * A promise that its creator settles: what a method returns whose answer comes later, or from code that knows no promises.
 * Any thread.
 *
 * <pre>{@code
 * CompletablePromise<Reply> answer = new CompletablePromise<>();
 * client.send(request, reply -> answer.complete(reply), failure -> answer.fail(failure));
 * return answer;
 * }</pre>
 *
 * @param <T> type of the value
 */
@SuppressWarnings("exports") // nobody outside of the library names the base class
public final class CompletablePromise<T> extends SettablePromise<T> {
    /**
     * A pending promise. It belongs to the system of the calling turn; outside of turns to that of the first promise it is
     * to settle like, if there is one before the first continuation.
     */
    public CompletablePromise() {}
}
