// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import org.jspecify.annotations.Nullable;

/**
 * Authenticates processes that dial, by what the other side says in its greeting and has proven before. Runs on the loop of the link, once per
 * link and before any call: must be quick and must not block, so it verifies a signed token rather than ask somebody.
 */
@FunctionalInterface
public interface Authenticator {
    /**
     * Names the principal of a link, which {@link CallPolicy} and {@code context().caller()} will see.
     *
     * @param token that was sent, see {@link DialConfig#token}; at most {@link DialConfig#MOST_TOKEN} characters of a stranger. Null if
     *     there was none
     * @param peer what else is known; the certificate alone is proven
     * @return 1 to 200 characters without control characters; null: the subject of the certificate if there is one, else nobody
     * @throws io.troupe.core.error.LinkRefusedException if the link is refused: the message is told to the other side, so it says what to do and
     *     nothing secret. Whatever else is thrown refuses the link, too, and is logged here only
     */
    @Nullable
    String principal(@Nullable String token, LinkIdentity peer);
}
