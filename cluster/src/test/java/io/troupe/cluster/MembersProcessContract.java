// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.core.ActorSystem;
import io.troupe.core.error.ActorStoppedException;
import io.troupe.core.error.LinkLostException;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members in processes of their own, of which one is killed, one stopped, one joins and one leaves: for each place where members
 * may agree and keep states.
 */
public abstract class MembersProcessContract {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // logs of the processes
    protected Path folder;

    @AutoClose
    private final MemberProcesses processes = new MemberProcesses();

    /** Where they are; empty at first. */
    protected abstract MemberPlace place() throws Exception;

    @Test
    void shouldKeepWhatWasAcknowledgedWhateverHappensToMembers() throws Exception {
        MemberPlace place = place();
        MemberProcess one = child(place, "one");
        child(place, "two");
        MemberProcess three = child(place, "three");
        try (ActorSystem system = ActorSystem.start("caller")) {
            Cluster caller = Cluster.join(system, place.config("caller"));
            MemberProcesses.awaitShared(caller, Set.of("one", "three", "two"));
            if (!place.hasRegistryOfItsOwn()) {
                try (ActorSystem alone = ActorSystem.start("alone")) {
                    assertThatThrownBy(() -> Cluster.join(alone, place.config()))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining("must not be opened alone");
                }
            }

            SteadyWriter writer =
                    SteadyWriter.start(key -> caller.actor(Purse.class, key).receive(1));
            writer.awaitMore();
            one.kill();
            awaitAllAnswered(caller);
            MemberProcesses.awaitShared(caller, Set.of("two", "three"));

            writer.awaitMore(); // what was under way at the owner that was killed has failed
            int before = writer.failures().size();
            MemberProcess four = child(place, "four");
            MemberProcesses.awaitShared(caller, Set.of("four", "three", "two"));
            three.end();
            MemberProcesses.awaitShared(caller, Set.of("four", "two"));
            writer.awaitMore();
            assertThat(writer.failures().stream().skip(before)).isEmpty();

            writer.end();
            checkSums(caller, writer);
            four.stop(place);
            MemberProcesses.awaitShared(caller, Set.of("two"));
            awaitAllAnswered(caller);
            four.goOn();
            four.await("ENDED it is dead");
            checkSums(caller, writer);
        }
    }

    @Test
    void shouldRunASingletonElsewhereWhenItsProcessIsKilled() throws Exception {
        MemberPlace place = place();
        MemberProcess one = child(place, "one");
        MemberProcess two = child(place, "two");
        try (ActorSystem system = ActorSystem.start("caller")) {
            Cluster caller = Cluster.join(system, place.config("caller"));
            MemberProcesses.awaitShared(caller, Set.of("one", "two"));
            Lamp lamp = caller.singleton(Lamp.class);
            long burntAtOne = one.count("BURNS");
            long burntAtTwo = two.count("BURNS");
            MemberProcess killed = placeOf(lamp).equals("one") ? one : two; // it may have moved just now
            MemberProcess left = killed == one ? two : one;
            killed.await("BURNS");
            long before = left == one ? burntAtOne : burntAtTwo;
            killed.kill();
            Await.until("it burns elsewhere", LIMIT, () -> left.count("BURNS") > before);
            assertThat(placeOf(lamp)).isEqualTo(left.name());
        }
    }

    private static String placeOf(Lamp lamp) {
        while (true) {
            try {
                return lamp.where().await(LIMIT);
            } catch (LinkLostException | ActorStoppedException e) {
                assertThat(e).isNotNull(); // it has just moved, or its link is not known to be lost
            }
        }
    }

    private MemberProcess child(MemberPlace place, String name) throws IOException {
        return processes.start(folder, name, MemberProgram.class, MemberProgram.arguments(place, name));
    }

    private static void awaitAllAnswered(Cluster caller) {
        for (int i = 0; i < SteadyWriter.KEYS; i++) {
            Purse purse = caller.actor(Purse.class, "k" + i);
            Await.until("a key is answered", LIMIT, () -> isAnswered(purse));
        }
    }

    /** A call that is under way when its link ends fails. */
    private static boolean isAnswered(Purse purse) {
        try {
            purse.cents().await(LIMIT);
            return true;
        } catch (LinkLostException e) {
            return false;
        }
    }

    private static void checkSums(Cluster caller, SteadyWriter writer) {
        for (int i = 0; i < SteadyWriter.KEYS; i++) {
            long came = caller.actor(Purse.class, "k" + i).cents().await(LIMIT) - 1_000;
            assertThat(came).isBetween(writer.acknowledged(i), writer.acknowledged(i) + writer.failed(i));
        }
    }
}
