// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.session;

import io.troupe.core.call.Caller;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.message.PlainText;
import io.troupe.net.transport.Connection;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.LinkIdentity;
import java.security.cert.X509Certificate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who is at the other end: by its certificate, or by a check of what it says in its greeting. Never by what calls say. Loop
 * only.
 */
final class PeerAuthentication {
    private static final Logger LOG = LoggerFactory.getLogger(PeerAuthentication.class);
    private static final Tally FAILED = new Tally();

    private final Connection connection;
    private final @Nullable Authenticator check;
    private final boolean dialler;
    private @Nullable Caller caller;

    PeerAuthentication(Connection connection, LinkConfig config, boolean dialler) {
        this.connection = connection;
        this.check = dialler ? config.expected() : config.authenticator();
        this.dialler = dialler;
    }

    /**
     * Whether the other side has to be checked before this side greets it. Who dials greets first: the other side may be
     * waiting, too.
     */
    boolean isDue() {
        return check != null && !dialler;
    }

    /** The certificates have been shown. */
    void begin() {
        X509Certificate shown = connection.certificate();
        caller = shown == null
                ? null
                : caller(PlainText.of(shown.getSubjectX500Principal().getName()));
    }

    private Caller caller(String name) {
        return new Caller(name, connection.peer());
    }

    /** The other side has greeted: returns why it is refused, in words that it may be told; null: it is not. */
    @Nullable
    String refusal(Map<String, String> greeting) {
        Authenticator decider = check;
        if (decider == null) {
            return null;
        }
        String token = greeting.get(Frame.Hello.TOKEN);
        if (token != null && (token.isEmpty() || token.length() > DialConfig.MOST_TOKEN)) {
            return tooLong(token.length());
        }
        LinkIdentity peer = new LinkIdentity(
                PlainText.of(greeting.getOrDefault("id", "")),
                PlainText.of(greeting.getOrDefault("name", "")),
                connection.certificate());
        try {
            String name = decider.principal(token, peer);
            if (name != null) {
                if (name.isEmpty()
                        || !PlainText.of(name).equals(name)) { // what is shortened might be that of another one
                    throw new IllegalStateException(
                            "a principal must have 1 to 200 characters that control nothing: length=" + name.length());
                }
                caller = caller(name);
            }
            return null;
        } catch (LinkRefusedException e) {
            return PlainText.of(without(token, String.valueOf(e.getMessage())));
        } catch (Throwable e) {
            failed(token, e);
            return "the check of who dials has failed";
        }
    }

    /** Why a token of this length is refused. */
    static String tooLong(int length) {
        return "a token must have 1 to " + DialConfig.MOST_TOKEN + " characters: length=" + length;
    }

    private void failed(@Nullable String token, Throwable cause) {
        long count = FAILED.next();
        if (count > 0) {
            LOG.error(
                    "an authenticator must decide, or throw LinkRefusedException; the link is refused: peer={}, cause={}, failedSoFar={}",
                    PlainText.of(connection.peer()),
                    PlainText.of(without(token, cause.toString())),
                    count);
        }
    }

    private static String without(@Nullable String token, String text) {
        return token == null ? text : text.replace(token, "***");
    }

    @Nullable
    Caller caller() {
        return caller;
    }
}
