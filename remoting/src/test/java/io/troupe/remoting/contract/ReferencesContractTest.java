// SPDX-License-Identifier: Apache-2.0
package io.troupe.remoting.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.actor.Actor;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.RemoteFailedException;
import io.troupe.core.message.Reference;
import io.troupe.core.promise.Promise;
import io.troupe.remoting.Tier;
import io.troupe.remoting.link.Link;
import io.troupe.testkit.Await;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** References as arguments and results, at home, abroad and at third parties; and how they are given back. */
class ReferencesContractTest extends RemotingContract {
    public static class Guest extends Actor<Guest> {
        private int visits;

        public void visit() {
            visits++;
        }

        public Promise<Integer> visits() {
            return Promise.of(visits);
        }

        public Promise<Guest> raw() {
            return Promise.of(this);
        }

        public void greet(Host host) {
            host.keep(this); // a raw this, which becomes the reference
        }

        public Promise<Integer> fail() {
            throw new IllegalArgumentException("not at home");
        }
    }

    public record Invitation(String text, Guest guest) {}

    public static class Host extends Actor<Host> {
        private @Nullable Guest kept;

        public void keep(@Nullable Guest guest) {
            kept = guest;
        }

        public Promise<Guest> kept() {
            return Promise.of(kept);
        }

        public Promise<Guest> echo(Guest guest) {
            return Promise.of(guest);
        }

        public Promise<Boolean> isKept(Guest guest) {
            return Promise.of(kept != null
                    && Reference.outletOf(kept).identity()
                            == Reference.outletOf(guest).identity());
        }

        public Promise<Boolean> isLocal(Guest guest) {
            return Promise.of(Reference.outletOf(guest).cell() != null);
        }

        public Promise<Integer> visit(Guest guest) {
            guest.visit();
            return guest.visits();
        }

        public Promise<Integer> failAt(Guest guest) {
            return guest.fail();
        }

        public Promise<List<Guest>> several(List<Guest> guests) {
            return Promise.of(guests);
        }

        public Promise<Invitation> again(Invitation invitation) {
            return Promise.of(new Invitation(invitation.text() + "!", invitation.guest()));
        }

        public Promise<Guest> child() {
            return Promise.of(context().spawn(Guest.class, Guest::new));
        }
    }

    private static Guest guestHere() {
        return pair.here.system.spawn(Guest.class, Guest::new);
    }

    private static Host host() {
        return pair.remote(Host.class, pair.there.system.spawn(Host.class, Host::new));
    }

    private static Object identity(Object reference) {
        return Reference.outletOf(reference).identity();
    }

    @Test
    void shouldCallBackThroughAReferenceThatWasAnArgument() {
        Guest mine = guestHere();
        assertThat(await(host().visit(mine))).isEqualTo(1);
        assertThat(await(mine.visits())).isEqualTo(1);
    }

    @Test
    void shouldCallThroughAReferenceThatWasAResult() {
        Guest child = await(host().child());
        child.visit();
        assertThat(await(child.visits())).isEqualTo(1);
    }

    @Test
    void shouldTurnAReferenceThatComesHomeIntoTheLocalOne() {
        Host host = host();
        Guest mine = guestHere();
        Guest home = await(host.echo(mine));
        assertThat(Reference.outletOf(home)).isSameAs(Reference.outletOf(mine));
        assertThat(home).isEqualTo(mine).hasSameHashCodeAs(mine);
        host.keep(mine);
        assertThat(Reference.outletOf(await(host.kept()))).isSameAs(Reference.outletOf(mine));
        assertThat(await(host.isKept(mine))).isTrue();
    }

    @Test
    void shouldKnowItsOwnActorWhenItsReferenceComesBackAsArgument() {
        Host host = host();
        Guest child = await(host.child());
        assertThat(await(host.isLocal(child))).isTrue();
        assertThat(await(host.isLocal(guestHere()))).isFalse();
    }

    @Test
    void shouldCallThroughAReferenceByNameThatWasAnArgumentBeforeItsFirstUse() {
        Guest byName = pair.remote(Guest.class, pair.there.system.spawn(Guest.class, Guest::new));
        assertThat(await(host().visit(byName))).isEqualTo(1);
        assertThat(await(byName.visits())).isEqualTo(1);
    }

    @Test
    void shouldKnowItsOwnActorWhenAReferenceByNameHasBeenUsedBefore() {
        Host host = host();
        Guest byName = pair.remote(Guest.class, pair.there.system.spawn(Guest.class, Guest::new));
        assertThat(await(byName.visits())).isZero();
        assertThat(await(host.isLocal(byName))).isTrue();
    }

    @Test
    void shouldReplaceARawThisByTheReference() {
        Host local = pair.there.system.spawn(Host.class, Host::new);
        Host host = pair.remote(Host.class, local);
        Guest mine = guestHere();
        mine.greet(host);
        Await.until("the guest is kept", LIMIT, () -> await(host.kept()) != null);
        await(local.kept()).visit();
        Await.until("the guest was visited", LIMIT, () -> await(mine.visits()) == 1);
        Guest remote = pair.remote(Guest.class, pair.there.system.spawn(Guest.class, Guest::new));
        assertThat(await(remote.raw())).isInstanceOf(Reference.class);
    }

    @Test
    void shouldCarryReferencesInListsAndRecords() {
        Host host = host();
        Guest one = guestHere();
        Guest two = guestHere();
        assertThat(await(host.several(List.of(one, two, one)))).containsExactly(one, two, one);
        Invitation again = await(host.again(new Invitation("come", one)));
        assertThat(again).isEqualTo(new Invitation("come!", one));
    }

    @Test
    void shouldGiveEqualReferencesForOneTarget() {
        Host host = host();
        host.keep(await(host.child()));
        Guest first = await(host.kept());
        Guest second = await(host.kept());
        assertThat(identity(first)).isEqualTo(identity(second));
        assertThat(first).isEqualTo(second).hasSameHashCodeAs(second);
    }

    @Test
    void shouldCallAThirdPartyThroughTheProcessInBetween() {
        try (Node third = Node.start("third")) {
            Link onwards = third.connect(pair.address, encoding);
            Host relay = pair.there.system.spawn(Host.class, Host::new);
            String name = pair.expose(relay);
            Host fromHere = pair.link.lookup(name, Host.class);
            Host fromThird = onwards.lookup(name, Host.class);
            Guest mine = guestHere();
            fromHere.keep(mine);
            assertThat(await(fromHere.kept())).isEqualTo(mine);
            Guest atThird = await(fromThird.kept());
            for (int i = 0; i < 100; i++) {
                atThird.visit();
            }
            assertThat(await(atThird.visits())).isEqualTo(100);
            assertThat(await(mine.visits())).isEqualTo(100);
            assertThat(await(fromThird.isKept(atThird))).isTrue();
            assertThatThrownBy(() -> await(atThird.fail()))
                    .isInstanceOfSatisfying(RemoteFailedException.class, e -> assertThat(e.type())
                            .isEqualTo(IllegalArgumentException.class.getName()))
                    .hasMessageContaining("not at home");
            await(pair.here.system.stop(mine));
            assertThatThrownBy(() -> await(atThird.visits())).isInstanceOf(ActorStoppedException.class);
        }
    }

    @Test
    void shouldLoseNothingInTheProcessInBetween() {
        try (Node third = Node.start("third")) {
            Guest mine = guestHere();
            Host relay = pair.there.system.spawn(Host.class, Host::new);
            Host fromHere = pair.remote(Host.class, relay);
            fromHere.keep(mine);
            assertThat(await(fromHere.kept())).isEqualTo(mine);
            String name = pair.expose(await(relay.kept()));
            Guest atThird = third.connect(pair.address, encoding).lookup(name, Guest.class);
            for (int i = 0; i < 20_000; i++) {
                atThird.visit();
            }
            Await.until("all have come", LIMIT, () -> await(mine.visits()) == 20_000);
        }
    }

    @Test
    void shouldPassANullReference() {
        Host host = host();
        host.keep(null);
        assertThat(await(host.kept())).isNull();
    }

    @Test
    void shouldGiveBackReferencesThatAreNotUsedAnyMore() {
        try (Pair own = Pair.open(encoding, way)) {
            Host host = own.remote(Host.class, own.there.system.spawn(Host.class, Host::new));
            for (int i = 0; i < 50; i++) {
                await(host.child()).visit();
            }
            assertThat(own.back.stats().exports()).isGreaterThan(1);
            Await.until("what is not used is released, but for the named one", LIMIT, () -> {
                System.gc();
                return own.back.stats().exports() == 1;
            });
            Await.until("nothing is held here", LIMIT, () -> own.link.stats().imports() == 0);
            Guest again = await(host.child());
            again.visit();
            assertThat(await(again.visits())).isEqualTo(1);
        }
    }

    @Test
    void shouldKeepWhatWasReleasedAndHandedOverAgain() {
        Host host = host();
        Guest kept = await(host.child());
        host.keep(kept);
        for (int i = 0; i < 20; i++) {
            Guest again = await(host.kept());
            again.visit();
            if (Tier.PRODUCT || i % 5 == 0) {
                System.gc();
            }
        }
        assertThat(await(await(host.kept()).visits())).isEqualTo(20);
    }
}
