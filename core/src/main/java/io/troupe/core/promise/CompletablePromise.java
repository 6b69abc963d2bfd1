// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.promise;

import io.troupe.core.continuation.SettablePromise;

/**
 * A promise that its creator settles: for methods whose answer comes later, or from code that knows no promises. Any thread
 * may settle it; only the first outcome counts.
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
     * Makes a pending promise. It belongs to the system of the calling turn. Outside of turns it belongs to the system of
     * the first promise that it is to settle like, if that is known before the first continuation is registered.
     */
    public CompletablePromise() {}
}
