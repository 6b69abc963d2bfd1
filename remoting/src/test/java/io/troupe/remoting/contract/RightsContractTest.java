// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.actor.DeadLetter;
import io.troupe.core.call.Caller;
import io.troupe.core.error.CallRefusedException;
import io.troupe.core.promise.Callback;
import io.troupe.core.promise.CompletablePromise;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Exposure;
import io.troupe.testkit.Await;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What may be called, by whom, and until when: also of what is handed on. */
class RightsContractTest extends RemotingContract {
    public static class Vault extends Actor<Vault> {
        private int gold = 100;
        private Vault narrow;

        public Promise<Integer> gold() {
            return Promise.of(gold);
        }

        public void take(int n) {
            gold -= n;
        }

        public Promise<Boolean> open() {
            gold = 0;
            return Promise.of(true);
        }

        public Promise<Vault> me() {
            return Promise.of(self());
        }

        public Promise<List<Vault>> us() {
            return Promise.of(List.of(self()));
        }

        public Promise<Boolean> tell(Callback<Vault> callback) {
            callback.item(self());
            callback.end();
            return Promise.of(true);
        }

        public Promise<Integer> visit(Visitor visitor) {
            return visitor.welcome(self());
        }

        public Promise<Vault> narrow() {
            narrow = Exposure.of(self()).only("gold", "me");
            return Promise.of(narrow);
        }

        public Promise<Boolean> widen() {
            return Promise.of(Exposure.revoke(narrow));
        }

        public Promise<String> caller() {
            Caller caller = context().caller();
            return Promise.of(caller == null ? "nobody" : caller.name());
        }
    }

    public static class Visitor extends Actor<Visitor> {
        public Promise<Integer> welcome(Vault vault) {
            CompletablePromise<Integer> answer = new CompletablePromise<>();
            vault.open().then(opened -> answer.complete(-1)).recover(e -> {
                answer.fail(e);
                return null;
            });
            return answer;
        }
    }

    public static class Guard extends Actor<Guard> {
        private final Vault vault;

        public Guard(Vault vault) {
            this.vault = vault;
        }

        public Promise<Vault> vault() {
            return Promise.of(vault);
        }
    }

    private final Vault local = pair.there.system.spawn(Vault.class, Vault::new);

    @AfterEach
    void noPolicy() {
        pair.there.remoting.policy(null);
    }

    private Vault exposed(String... only) {
        return pair.link.lookup(pair.expose(local, only), Vault.class);
    }

    private static void assertRefused(Promise<?> call, String why) {
        assertThatThrownBy(() -> await(call))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining(why);
    }

    private void assertClosed() {
        assertThat(await(local.gold())).isEqualTo(100);
    }

    // ---- what an exposure hands out ------------------------------------------------------------------------------

    @Test
    void shouldNotGiveMoreRightsToAReferenceThatIsReturned() {
        Vault vault = exposed("gold", "me", "us");
        Vault same = await(vault.me());
        assertThat(await(same.gold())).isEqualTo(100);
        assertRefused(same.open(), "NO_METHOD");
        assertRefused(await(vault.us()).get(0).open(), "NO_METHOD");
        assertRefused(await(await(same.me()).me()).open(), "NO_METHOD");
        assertClosed();
    }

    @Test
    void shouldNotGiveMoreRightsToAReferenceThatIsPassed() {
        Vault vault = exposed("tell", "visit");
        Queue<Vault> received = new ConcurrentLinkedQueue<>();
        Callback<Vault> callback = Callback.of(received::add);
        await(vault.tell(callback));
        Await.until("the reference has come", LIMIT, () -> !received.isEmpty());
        assertRefused(received.remove().open(), "NO_METHOD");
        Visitor visitor = pair.here.system.spawn(Visitor.class, Visitor::new);
        assertThatThrownBy(() -> await(vault.visit(visitor))).hasMessageContaining("NO_METHOD");
        assertClosed();
    }

    /** Whoever hands a reference on knows no more of its rights than the exposure that has chosen them. */
    @Test
    void shouldRestrictWhatOthersHandOn() {
        pair.expose(local, "gold");
        Guard guard = pair.remote(Guard.class, pair.there.system.spawn(Guard.class, () -> new Guard(local)));
        Vault guarded = await(guard.vault());
        assertThat(await(guarded.gold())).isEqualTo(100);
        assertRefused(guarded.open(), "NO_METHOD");
        assertClosed();
    }

    /** The end of one exposure leaves the restrictions of the others. */
    @Test
    void shouldGoOnRestrictingWhenAnotherExposureEnds() {
        pair.expose(local, "gold");
        pair.there.remoting.unexpose(pair.expose(local, "caller"));
        Guard guard = pair.remote(Guard.class, pair.there.system.spawn(Guard.class, () -> new Guard(local)));
        Vault guarded = await(guard.vault());
        assertThat(await(guarded.gold())).isEqualTo(100);
        assertRefused(guarded.open(), "NO_METHOD");
        assertClosed();
    }

    @Test
    void shouldCountTheExposureWithTheMostRights() {
        assertRefused(await(exposed("me").me()).gold(), "NO_METHOD");
        assertThat(await(await(exposed("me", "gold").me()).gold())).isEqualTo(100);
        assertThat(await(await(exposed("me", "us").me()).gold())).isEqualTo(100);
    }

    @Test
    void shouldTakeAMethodThatIsNamedTwice() {
        assertThat(await(exposed("gold", "gold").gold())).isEqualTo(100);
    }

    @Test
    void shouldRefuseWhenThePolicyFailsWithAnError() {
        Vault vault = exposed();
        pair.there.remoting.policy((caller, target, method) -> {
            throw new AssertionError("a policy that is broken");
        });
        assertThatThrownBy(() -> await(vault.gold()))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("DENIED")
                .hasMessageContaining("the policy of the other side must allow a call: caller=")
                .hasMessageNotContaining("broken")
                .hasMessageNotContaining("AssertionError");
        pair.there.remoting.policy(null);
        assertThat(await(vault.gold())).isEqualTo(100);
    }

    @Test
    void shouldTakeReferencesWithAllRightsBackHomeAsTheyAre() {
        Vault vault = exposed();
        assertThat(await(await(vault.me()).open())).isTrue();
        assertThat(await(local.gold())).isZero();
    }

    // ---- restricted references -----------------------------------------------------------------------------------

    @Test
    void shouldPassRestrictedReferences() {
        Vault narrow = await(exposed().narrow());
        assertThat(await(narrow.gold())).isEqualTo(100);
        assertRefused(narrow.open(), "NO_METHOD");
        narrow.take(5);
        pair.here.awaitLetter(DeadLetter.Reason.REFUSED, "take");
        assertClosed();
    }

    @Test
    void shouldRestrictReferencesWithinAProcessToo() {
        Vault narrow = Exposure.of(local).only("gold");
        assertThat(await(narrow.gold())).isEqualTo(100);
        assertRefused(narrow.open(), "allows some methods only");
        assertThatThrownBy(() -> narrow.take(5)).isInstanceOf(CallRefusedException.class);
        assertThatThrownBy(() -> await(Exposure.of(narrow).only("gold", "open").open()))
                .isInstanceOf(CallRefusedException.class);
        assertThatThrownBy(() -> Exposure.of(local).only("gulp"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("method=gulp");
        assertClosed();
    }

    @Test
    void shouldExposeNoMoreThanARestrictedReferenceAllows() {
        Vault narrow = Exposure.of(local).only("gold");
        Vault far = pair.link.lookup(pair.expose(narrow), Vault.class);
        assertThat(await(far.gold())).isEqualTo(100);
        assertRefused(far.open(), "NO_METHOD");
        assertThatThrownBy(() -> pair.expose(narrow, "open")).isInstanceOf(IllegalArgumentException.class);
    }

    // ---- revoking ------------------------------------------------------------------------------------------------

    @Test
    void shouldRevokeWhatSomebodyHolds() {
        Vault vault = exposed();
        Vault narrow = await(vault.narrow());
        assertThat(await(narrow.gold())).isEqualTo(100);
        assertThat(await(vault.widen())).isTrue();
        assertRefused(narrow.gold(), "must not have been revoked");
        assertThat(await(vault.widen())).isFalse();
        assertThat(await(vault.gold())).isEqualTo(100);
        assertThatThrownBy(() -> Exposure.revoke(local)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldConcealForThoseWhoHaveFoundIt() {
        String name = pair.expose(local, "gold", "me", "open");
        Vault vault = pair.link.lookup(name, Vault.class);
        Vault same = await(vault.me());
        assertThat(pair.there.remoting.unexpose(name)).isTrue();
        assertRefused(vault.open(), "must not have been revoked");
        assertRefused(same.open(), "must not have been revoked");
        assertClosed();
        pair.there.remoting.expose(name, local, "gold");
        assertThat(await(vault.gold())).isEqualTo(100);
        assertRefused(vault.open(), "NO_METHOD");
        assertRefused(same.open(), "must not have been revoked");
    }

    @Test
    void shouldKeepNothingOfExposuresThatHaveEnded() {
        String name = pair.expose(local);
        Vault vault = pair.link.lookup(name, Vault.class);
        assertThat(await(vault.gold())).isEqualTo(100);
        int before = pair.back.stats().exports();
        for (int i = 0; i < 20; i++) {
            pair.there.remoting.unexpose(name);
            pair.there.remoting.expose(name, local);
            assertThat(await(vault.gold())).isEqualTo(100);
        }
        assertThat(pair.back.stats().exports()).isLessThanOrEqualTo(before + 1);
    }

    // ---- who calls -----------------------------------------------------------------------------------------------

    @Test
    void shouldTellTheActorWhoCalls() {
        String caller = await(exposed().caller());
        assertThat(caller).isEqualTo(way == Way.TLS ? "CN=node" : "nobody");
        assertThat(await(local.caller())).isEqualTo("nobody");
    }

    @Test
    void shouldAskThePolicyAboutEachCall() {
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        String name = pair.expose(local);
        Vault vault = pair.link.lookup(name, Vault.class);
        pair.there.remoting.policy((caller, target, method) -> {
            asked.add((caller == null ? "nobody" : caller.name()) + " " + target + " " + method.name());
            if (method.name().equals("take")) {
                throw new IllegalStateException("a policy that fails");
            }
            return !method.name().equals("open");
        });
        assertThat(await(vault.gold())).isEqualTo(100);
        assertRefused(vault.open(), "DENIED");
        assertRefused(await(vault.me()).open(), "DENIED");
        vault.take(5);
        assertClosed();
        assertThat(await(vault.gold())).isEqualTo(100);
        String who = way == Way.TLS ? "CN=node" : "nobody";
        assertThat(asked)
                .containsExactly(
                        who + " " + name + " gold",
                        who + " " + name + " open",
                        who + " " + name + " me",
                        who + " " + name + " open",
                        who + " " + name + " take",
                        who + " " + name + " gold");
    }
}
