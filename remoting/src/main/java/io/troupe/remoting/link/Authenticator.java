// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.link;

import org.jspecify.annotations.Nullable;

/**
 * Authenticates processes that dial this one, by the token and the certificate that they show. Runs once per link
 * before any call, on the loop of the link: it must be quick and must not block, so it verifies a signed token rather
 * than ask a server.
 */
@FunctionalInterface
public interface Authenticator {
    /**
     * Names the principal of a link, which {@link CallPolicy} and {@code context().caller()} will see.
     *
     * @param token the token that was sent ({@link DialConfig#token}), from 1 to {@link DialConfig#MOST_TOKEN}
     *     characters of a stranger; null if there was none
     * @param peer what else is known of the process; only its certificate is proven
     * @return 1 to 200 characters without control characters; null: the subject of the certificate if there is one,
     *     else nobody
     * @throws io.troupe.core.error.LinkRefusedException to refuse the link; the other side gets the message, which says
     *     what to do and nothing secret. Any other exception refuses the link, too, and is logged on this side only
     */
    @Nullable
    String principal(@Nullable String token, LinkIdentity peer);
}
