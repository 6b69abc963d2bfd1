// SPDX-License-Identifier: Apache-2.0
package io.troupe.core.reference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.message.Call;
import io.troupe.core.promise.Promise;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ArgumentTest {
    private final Node other = FakeOutlet.reference(Node.class);
    private final Node self = FakeOutlet.reference(Node.class);

    private Object sent(Object reference) {
        return FakeOutlet.of(reference).only().arguments()[0];
    }

    @Test
    void shouldReplaceTheRawObjectByItsReference() {
        new FakeCell(self).make(Node::new, actor -> other.join(actor));
        assertThat(sent(other)).isSameAs(self);
    }

    @Test
    void shouldReplaceTheRawObjectWhereTheParameterIsGeneral() {
        new FakeCell(self).make(Node::new, actor -> other.anything(actor));
        assertThat(sent(other)).isSameAs(self);
    }

    @Test
    void shouldReplaceTheRawObjectAmongVariableArgumentsInACopy() {
        Node[] nodes = {other, null};
        Node raw = new FakeCell(self).make(Node::new, actor -> {
            nodes[1] = actor;
            other.joinAll(nodes);
        });
        assertThat((Node[]) sent(other)).containsExactly(other, self);
        assertThat(nodes[1]).isSameAs(raw);
    }

    @Test
    void shouldLeaveReferencesNullsAndOtherObjectsAsTheyAre() {
        Node third = FakeOutlet.reference(Node.class);
        Object plain = new Object();
        third.join(other);
        third.join(null);
        third.anything(plain);
        third.joinAll((Node[]) null);
        assertThat(FakeOutlet.of(third).sent)
                .extracting(message -> ((Call) message).arguments()[0])
                .containsExactly(other, null, plain, null);
    }

    @Test
    void shouldRefuseAnActorThatWasNotSpawned() {
        assertThatThrownBy(() -> other.join(new Node()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("made by spawn");
    }

    @Test
    void shouldReplaceAPlainObjectBehindAnInterfaceInItsOwnTurn() {
        Peer reference = FakeOutlet.reference(Peer.class);
        new FakeCell(reference).make(() -> new PlainPeer("p"), actor -> other.anything(actor));
        assertThat(sent(other)).isSameAs(reference);
    }

    @Test
    void shouldExplainWhenTheReferenceDoesNotFitTheParameter() {
        Peer reference = FakeOutlet.reference(Peer.class);
        new FakeCell(reference).make(() -> new PlainPeer("p"), actor -> assertThatThrownBy(() -> other.plain(actor))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parameter=" + PlainPeer.class.getName())
                .hasMessageContaining("declare the parameter with the interface"));
    }

    @Test
    void shouldDecideByTheParameterTypeWhichArgumentsNeedALook() {
        assertThat(List.of(Object.class, Node.class, Peer.class, List.class, Runnable.class, PlainPeer.class))
                .allMatch(MessageMethod::mayHoldActor);
        assertThat(List.of(
                        int.class, String.class, Integer.class, int[].class, Node[].class, TimeUnit.class, Data.class))
                .noneMatch(MessageMethod::mayHoldActor);
    }

    static class Node extends Actor<Node> {
        public void join(Node node) {}

        public void anything(Object thing) {}

        public void joinAll(Node... nodes) {}

        public void plain(PlainPeer peer) {}
    }

    interface Peer {
        Promise<String> name();
    }

    record PlainPeer(String text) implements Peer {
        @Override
        public Promise<String> name() {
            return Promise.of(text);
        }
    }

    record Data(String text) implements Comparable<Data> {
        @Override
        public int compareTo(Data other) {
            return text.compareTo(other.text);
        }
    }
}
