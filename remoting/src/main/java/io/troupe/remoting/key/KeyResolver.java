// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.key;

import io.troupe.core.call.Caller;
import io.troupe.core.error.CallNotServedException;
import io.troupe.core.message.Outlet;
import io.troupe.core.promise.Promise;
import org.jspecify.annotations.Nullable;

/**
 * Finds the actors of one type for calls that come over links. Asked with each call, so an answer is never out of date. Runs on the
 * loops of links, several at a time, and must not wait.
 */
public interface KeyResolver {
    /**
     * The actor of a key.
     *
     * @param key 1 to 512 characters without control characters, chosen by a stranger
     * @return null if that is not known yet: then {@link #later} is asked, and calls for this key wait in order
     * @throws CallNotServedException if the call is not served here; its caller gets the same exception
     */
    @Nullable
    Outlet find(String key);

    /**
     * Finds the actor of a key again and again: what depends on nothing but the key need not be looked at each time.
     *
     * @param key as for {@link #find}
     * @return asked with each call, as {@link #find} would be
     */
    default KeyFinder finder(String key) {
        return () -> find(key);
    }

    /**
     * The actor of a key that could not be found at once.
     *
     * @param key as for {@link #find}
     * @return must settle, as calls wait for it
     */
    Promise<Outlet> later(String key);

    /**
     * Whether callers send a call that was refused so to somebody else, and those behind it after that. Then all calls for the key
     * over this link are refused, whatever could be executed meanwhile, until the caller has asked for the end: or the calls
     * behind a refused one would overtake it.
     *
     * @param refused what the caller gets
     */
    default boolean isSentElsewhere(CallNotServedException refused) {
        return false;
    }

    /**
     * Tells when all that was delivered to the actor of a key before has been executed or refused. No policy was asked about
     * it: it is no call, and may come after calls that were denied.
     *
     * @param key as for {@link #find}
     * @param caller who asks, as far as is known
     * @return fulfilled then; also if there is no such actor. Fails if that is not for this caller to know
     */
    Promise<Void> end(String key, @Nullable Caller caller);
}
