// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.link.LinkState;
import java.util.AbstractList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nothing is callable that was not exposed, and what does not fit costs one message, never the link. */
class SafetyContractTest extends RemotingContract {
    private static volatile boolean strict;

    /** Refuses some values, on the side that is strict. */
    public record Even(int n) {
        public Even {
            if (strict && n % 2 != 0) {
                throw new IllegalStateException("must be even: n=" + n);
            }
        }
    }

    /** Cannot be looked at, nor compared, if it is negative. */
    public record Shy(int n) implements Comparable<Shy> {
        @Override
        public int n() {
            if (n < 0) {
                throw new AssertionError("must be shown: n=" + n);
            }
            return n;
        }

        @Override
        public int compareTo(Shy other) {
            if (strict) {
                throw new StackOverflowError();
            }
            return Integer.compare(n, other.n);
        }
    }

    /** Would load what is in it now, but its store has gone. */
    private static final class Lazy extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            throw new IllegalStateException("the session is closed");
        }

        @Override
        public int size() {
            throw new IllegalStateException("the session is closed");
        }
    }

    /** Has no encoding. */
    public static final class Strange {}

    public static class Vault extends Actor<Vault> {
        private int gold = 100;

        public Promise<Integer> gold() {
            return Promise.of(gold);
        }

        public void take(int n) {
            gold -= n;
        }

        public void any(Object value) {
            gold++;
        }

        public Promise<Object> echo(Object value) {
            return Promise.of(value);
        }

        public Promise<Object> strange() {
            return Promise.of(new Strange());
        }

        public Promise<Even> even(Even even) {
            return Promise.of(even);
        }

        public void burn(Even even) {
            gold--;
        }

        public Promise<Shy> shy(int n) {
            return Promise.of(new Shy(n));
        }

        public Promise<Integer> look(Shy shy) {
            return Promise.of(shy.n());
        }

        public Promise<Integer> count(SortedSet<Shy> shy) {
            return Promise.of(shy.size());
        }

        public Promise<Integer> sum(List<Integer> numbers) {
            return Promise.of(numbers.stream().mapToInt(each -> each).sum());
        }

        public Promise<List<Integer>> lazy() {
            return Promise.of(new Lazy());
        }

        public Promise<byte[]> bytes(int size) {
            return Promise.of(new byte[size]);
        }

        public Promise<Integer> length(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        void secret() {
            gold = 0;
        }

        protected void hidden() {
            gold = 0;
        }

        @Override
        protected void onRestart(Throwable cause) {
            gold = 0;
        }

        @Override
        protected void onStop() {
            gold = 0;
        }
    }

    /** What somebody might try. */
    public interface Burglar {
        void secret();

        Promise<Void> hidden();

        void onStop();

        Promise<Void> onRestart(String cause);

        void take(String text);

        Promise<Integer> gold();
    }

    public static class Unfit extends Actor<Unfit> {
        public void one(Strange strange) {}

        public Promise<Thread> two() {
            return Promise.of(null);
        }
    }

    @AfterEach
    void lenient() {
        strict = false;
    }

    @AfterEach
    void shouldHaveKeptTheLink() {
        assertThat(pair.link.state()).isEqualTo(LinkState.UP);
    }

    private static Vault local() {
        return pair.there.system.spawn(Vault.class, Vault::new);
    }

    @Test
    void shouldRefuseUnknownNames() {
        Vault nobody = pair.link.lookup("nobody", Vault.class);
        assertThatThrownBy(() -> await(nobody.gold()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("NO_TARGET")
                .hasMessageContaining("nobody");
        nobody.take(1);
        assertThat(pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "take").target())
                .contains("nobody");
    }

    @Test
    void shouldRefuseMethodsThatAreNotListed() {
        String name = pair.expose(local(), "gold");
        Vault vault = pair.link.lookup(name, Vault.class);
        vault.take(50);
        assertThat(await(vault.gold())).isEqualTo(100);
        assertThat(pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "take").target())
                .contains("/");
        assertThatThrownBy(() -> await(vault.bytes(3)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("NO_METHOD");
    }

    @Test
    void shouldRefuseMethodsThatAreNotPublicAndHooks() {
        Burglar burglar = pair.link.lookup(pair.expose(local()), Burglar.class);
        burglar.secret();
        burglar.onStop();
        assertThatThrownBy(() -> await(burglar.hidden())).isInstanceOf(CallRefusedException.class);
        assertThatThrownBy(() -> await(burglar.onRestart("x"))).isInstanceOf(CallRefusedException.class);
        assertThat(await(burglar.gold())).isEqualTo(100);
    }

    @Test
    void shouldRefuseArgumentsOfOtherTypes() {
        Burglar burglar = pair.link.lookup(pair.expose(local()), Burglar.class);
        burglar.take("much");
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "take");
        assertThat(await(burglar.gold())).isEqualTo(100);
    }

    @Test
    void shouldExposeOnlyWhatCanTravelAndSayWhatCannot() {
        Unfit unfit = pair.there.system.spawn(Unfit.class, Unfit::new);
        assertThatThrownBy(() -> pair.expose(unfit))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("violations=2")
                .hasMessageContaining("Strange")
                .hasMessageContaining("Thread");
        assertThatThrownBy(() -> pair.link.lookup("unfit", Unfit.class)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pair.expose(local(), "nonsense"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("nonsense");
        assertThatThrownBy(() -> pair.expose("no reference")).isInstanceOf(IllegalArgumentException.class);
        String taken = pair.expose(local());
        assertThatThrownBy(() -> pair.there.remoting.expose(taken, local()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(taken);
    }

    @Test
    void shouldEndAnExposureForAll() {
        String used = pair.expose(local());
        String unused = pair.expose(local());
        Vault known = pair.link.lookup(used, Vault.class);
        assertThat(await(known.gold())).isEqualTo(100);
        assertThat(pair.there.remoting.unexpose(used)).isTrue();
        assertThat(pair.there.remoting.unexpose(unused)).isTrue();
        assertThat(pair.there.remoting.unexpose(unused)).isFalse();
        assertThatThrownBy(() -> await(known.gold())).isInstanceOf(CallRefusedException.class);
        Vault unknown = pair.link.lookup(unused, Vault.class);
        assertThatThrownBy(() -> await(unknown.gold())).isInstanceOf(CallRefusedException.class);
    }

    @Test
    void shouldRefuseToSendWhatHasNoEncoding() {
        Vault vault = pair.remote(Vault.class, local());
        assertThatThrownBy(() -> await(vault.echo(new Strange())))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Strange");
        assertThatThrownBy(() -> await(vault.echo(List.of(1, new Strange())))).isInstanceOf(CallRefusedException.class);
        vault.any(new Strange());
        pair.here.awaitLetter(DeadLetter.Reason.NOT_SENDABLE, "any");
        assertThat(await(vault.gold())).isEqualTo(100);
    }

    @Test
    void shouldReportResultsThatHaveNoEncoding() {
        Vault vault = pair.remote(Vault.class, local());
        assertThatThrownBy(() -> await(vault.strange()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("result")
                .hasMessageContaining("Strange");
        assertThat(await(vault.gold())).isEqualTo(100);
    }

    @Test
    void shouldRefuseValuesThatTheOtherSideDoesNotAccept() {
        Vault vault = pair.remote(Vault.class, local());
        Even odd = new Even(3);
        assertThat(await(vault.even(odd))).isEqualTo(odd);
        strict = true;
        assertThatThrownBy(() -> await(vault.even(odd)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("must be even: n=3");
        vault.burn(odd);
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "burn");
        assertThat(await(vault.gold())).isEqualTo(100);
        assertThat(await(vault.even(new Even(4)))).isEqualTo(new Even(4));
    }

    @Test
    void shouldFailOneMessageByAnErrorOfAValue() {
        Vault vault = pair.remote(Vault.class, local());
        assertThatThrownBy(() -> await(vault.look(new Shy(-1))))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("must be shown: n=-1");
        assertThatThrownBy(() -> await(vault.shy(-2)))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("must be shown: n=-2");
        SortedSet<Shy> two = new TreeSet<>(List.of(new Shy(1), new Shy(2)));
        assertThat(await(vault.count(two))).isEqualTo(2);
        strict = true;
        assertThatThrownBy(() -> await(vault.count(two)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("StackOverflowError");
        assertThat(await(vault.look(new Shy(3)))).isEqualTo(3);
    }

    @Test
    void shouldFailOneMessageByACollectionThatCannotTellItsSize() {
        Vault vault = pair.remote(Vault.class, local());
        assertThatThrownBy(() -> await(vault.lazy()))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("the session is closed");
        Promise<Integer> asked = vault.sum(new Lazy());
        assertThatThrownBy(() -> await(asked))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the session is closed");
        vault.any(new Lazy());
        pair.here.awaitLetter(DeadLetter.Reason.NOT_SENDABLE, "any");
        assertThat(await(vault.gold())).isEqualTo(100);
    }

    @Test
    void shouldRefuseFramesThatAreTooLargeOnTheSideThatSendsThem() {
        Vault vault = pair.remote(Vault.class, local());
        int tooMuch = 2 << 20;
        assertThatThrownBy(() -> await(vault.length(new byte[tooMuch])))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("1048576");
        assertThatThrownBy(() -> await(vault.bytes(tooMuch)))
                .isInstanceOf(RemoteFailedException.class)
                .hasMessageContaining("1048576");
        assertThat(await(vault.length(new byte[500_000]))).isEqualTo(500_000);
    }
}
