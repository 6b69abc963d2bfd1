// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.LinkRefusedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Encoding;
import io.troupe.remoting.codec.Frame;
import io.troupe.remoting.link.Authenticator;
import io.troupe.remoting.link.DialConfig;
import io.troupe.remoting.link.Link;
import io.troupe.remoting.link.LinkIdentity;
import io.troupe.remoting.link.LinkLoss;
import io.troupe.remoting.link.LinkState;
import io.troupe.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Who dials proves it by a token in the greeting, or by a certificate. */
@ParameterizedClass
@EnumSource(Encoding.class)
class PrincipalContractTest {
    private static final String SECRET = "sesame-5f0c";

    private final Encoding encoding;
    private final List<Node> nodes = new ArrayList<>();

    PrincipalContractTest(Encoding encoding) {
        this.encoding = encoding;
    }

    @AfterEach
    void close() {
        nodes.forEach(Node::close);
    }

    public static class Door extends Actor<Door> {
        public Promise<String> caller() {
            Caller caller = context().caller();
            return Promise.of(caller == null ? "nobody" : caller.name());
        }

        public Promise<Boolean> open() {
            return Promise.of(true);
        }
    }

    /** Knows one token; is content without any. */
    private static @Nullable String check(@Nullable String token, LinkIdentity peer) {
        if (token == null) {
            return null;
        }
        if (!token.equals(SECRET)) {
            throw new LinkRefusedException(
                    "a token must be known here: token=" + token + "; ask " + peer.name() + "'s owner");
        }
        return "alice";
    }

    private Node server(Authenticator check) {
        Node node = Node.start("there", config -> config.authenticator(check));
        nodes.add(node);
        node.remoting.expose("door", node.system.spawn(Door.class, Door::new));
        return node;
    }

    private Node client(Supplier<String> token) {
        Node node = Node.start("here", config -> config.dial(Node.DIAL.token(token)));
        nodes.add(node);
        return node;
    }

    private Node client() {
        Node node = Node.start("here");
        nodes.add(node);
        return node;
    }

    private static <T> T await(Promise<T> promise) {
        return promise.await(Node.LIMIT);
    }

    private static Door door(Link link) {
        return link.lookup("door", Door.class);
    }

    @Test
    void shouldNameTheCallerByItsToken() {
        for (Way way : List.of(Way.TCP, Way.TLS)) {
            Node server = server(PrincipalContractTest::check);
            String address = server.listen(way, encoding);
            server.remoting.policy((caller, target, method) -> method.name().equals("caller")
                    || (caller != null && caller.name().equals("alice")));

            Door door = door(client(() -> SECRET).connect(address, encoding));
            assertThat(await(door.caller())).isEqualTo("alice");
            assertThat(await(door.open())).isTrue();

            Door other = door(client().connect(address, encoding));
            assertThat(await(other.caller())).isEqualTo(way == Way.TLS ? "CN=node" : "nobody");
            assertThatThrownBy(() -> await(other.open()))
                    .isInstanceOf(CallRefusedException.class)
                    .hasMessageContaining("DENIED");
        }
    }

    @Test
    void shouldSeeTheCertificateTogetherWithTheToken() {
        List<LinkIdentity> seen = new ArrayList<>();
        Node server = server((token, peer) -> {
            seen.add(peer);
            return token + " at " + peer.certificate().getSubjectX500Principal().getName();
        });
        Link link = client(() -> "t").connect(server.listen(Way.TLS, encoding), encoding);
        assertThat(await(door(link).caller())).isEqualTo("t at CN=node");
        assertThat(seen).singleElement().extracting(LinkIdentity::name).isEqualTo("here");
    }

    @Test
    void shouldTellTheDiallerWhyItIsRefused() {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            String address = server(PrincipalContractTest::check).listen(Way.TCP, encoding);
            assertThatThrownBy(() -> client(() -> "wrong-7b1e").connect(address, encoding))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining("the other side has refused the link: a token must be known here: token=***;"
                            + " ask here's owner")
                    .hasMessageNotContaining("wrong-7b1e");
            String failing = server((token, peer) -> {
                        throw new IllegalStateException("the database is gone, token=" + token);
                    })
                    .listen(Way.TCP, encoding);
            assertThatThrownBy(() -> client(() -> "wrong-7b1e").connect(failing, encoding))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining("the check of who dials has failed")
                    .hasMessageNotContaining("database");
        } finally {
            System.setErr(before);
        }
        assertThat(log.toString(StandardCharsets.UTF_8)).doesNotContain("wrong-7b1e");
        assertThat(new Frame.Hello(Map.of("token", SECRET, "name", "n")).toString())
                .contains("token=***", "name=n")
                .doesNotContain(SECRET);
    }

    /** Two that are too long must not become the same. */
    @Test
    void shouldRefusePrincipalsThatDoNotFit() {
        for (String name : List.of("", "a\nb", "x".repeat(201))) {
            String address = server((token, peer) -> name).listen(Way.INPROC, encoding);
            assertThatThrownBy(() -> client(() -> "t").connect(address, encoding))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining("the check of who dials has failed");
        }
    }

    @Test
    void shouldSendNoTokenThatDoesNotFit() {
        String address = server(PrincipalContractTest::check).listen(Way.INPROC, encoding);
        for (String token : List.of("", "x".repeat(DialConfig.MOST_TOKEN + 1))) {
            assertThatThrownBy(() -> client(() -> token).connect(address, encoding))
                    .isInstanceOf(LinkRefusedException.class)
                    .hasMessageContaining("a token must have 1 to 8192 characters: length=" + token.length());
        }
        assertThatThrownBy(() -> client(() -> {
                            throw new IllegalStateException(SECRET);
                        })
                        .connect(address, encoding))
                .isInstanceOf(LinkRefusedException.class)
                .hasMessageContaining("the supplier of the token must not throw")
                .hasMessageNotContaining(SECRET);
        String most = "x".repeat(DialConfig.MOST_TOKEN);
        String wide = server((token, peer) -> "length " + token.length()).listen(Way.INPROC, encoding);
        assertThat(await(door(client(() -> most).connect(wide, encoding)).caller()))
                .isEqualTo("length 8192");
    }

    /** A token that has become old is replaced at the next attempt. */
    @Test
    void shouldAskForTheTokenBeforeEachAttempt() {
        List<String> tokens = new ArrayList<>(List.of(SECRET, "old", SECRET));
        Node server = server(PrincipalContractTest::check);
        Link link = client(() -> tokens.remove(0)).connect(server.listen(Way.TCP, encoding), encoding);
        List<LinkLoss.Reason> losses = new ArrayList<>();
        link.onChange((state, why) -> {
            if (state == LinkState.DOWN) {
                losses.add(link.lastLoss().reason());
            }
        });
        server.lastAccepted().close();
        Await.until("the link is up again", Node.LIMIT, () -> tokens.isEmpty() && link.state() == LinkState.UP);
        assertThat(losses).containsExactly(LinkLoss.Reason.LEFT, LinkLoss.Reason.REFUSED);
        assertThat(await(door(link).caller())).isEqualTo("alice");
    }
}
