// SPDX-License-Identifier: Apache-2.0
package io.troupe.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.troupe.cluster.actor.NotHostedException;
import io.troupe.core.ActorSystem;
import io.troupe.testkit.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Members in processes of their own that are replaced one by one by those of the next version of their program, while others write: for each
 * place where members may agree and keep states.
 */
public abstract class RollingUpgradeContract {
    private static final Duration LIMIT = Duration.ofMinutes(2);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS) // logs of the processes
    protected Path folder;

    @AutoClose
    private final MemberProcesses processes = new MemberProcesses();

    /** Where they are; empty at first. */
    protected abstract MemberPlace place() throws Exception;

    @Test
    void shouldFailNoCallWhileMembersAreReplacedByTheNextVersion() throws Exception {
        MemberPlace place = place();
        List<MemberProcess> old = List.of(child(place, "a1", "1"), child(place, "b1", "1"), child(place, "c1", "1"));
        try (ActorSystem system = ActorSystem.start("caller");
                ActorSystem late = ActorSystem.start("late")) {
            Cluster caller = Cluster.join(system, place.config("caller").version("1"));
            MemberProcesses.awaitShared(caller, List.of("a1", "b1", "c1"));
            assertThatThrownBy(() -> caller.actor(Receipt.class, "k0").printed().await(LIMIT))
                    .isInstanceOf(NotHostedException.class); // a clear refusal: nobody has it yet
            SteadyWriter writer =
                    SteadyWriter.start(key -> caller.actor(Till.class, key).take(1)); // each must succeed
            writer.awaitMore();

            List<String> names = new ArrayList<>(List.of("a1", "b1", "c1"));
            for (MemberProcess each : old) {
                String next = each.name().charAt(0) + "2";
                MemberProcess made = child(place, next, "2"); // first the new one, then the old one leaves
                names.add(next);
                MemberProcesses.awaitShared(caller, names);
                writer.awaitMore();
                end(each, caller, names, writer);
                if (next.equals("b2")) { // it is started again, while one of before is there
                    end(made, caller, names, writer);
                    child(place, "b3", "2");
                    names.add("b3");
                    MemberProcesses.awaitShared(caller, names);
                    writer.awaitMore();
                }
            }
            writer.end();
            assertThat(writer.failures()).isEmpty();

            Cluster newer = Cluster.join(late, place.config("late").version("2"));
            int sales = 0;
            for (int i = 0; i < SteadyWriter.KEYS; i++) {
                NextTill till = newer.actor(NextTill.class, "k" + i);
                assertThat(till.cents().await(LIMIT)).isEqualTo(writer.acknowledged(i));
                sales += till.sales().await(LIMIT);
                awaitPrinted(newer, i, till.sales().await(LIMIT));
            }
            assertThat(sales).isPositive();
        }
    }

    /** What the next version causes is done, too: those of the version before could not do it. */
    private static void awaitPrinted(Cluster newer, int key, int sales) {
        Receipt receipt = newer.actor(Receipt.class, "k" + key);
        Await.until(
                "all is printed", LIMIT, () -> receipt.printed().await(LIMIT).equals(sales));
    }

    private MemberProcess child(MemberPlace place, String name, String version) throws IOException {
        return processes.start(folder, name, UpgradeProgram.class, UpgradeProgram.arguments(place, name, version));
    }

    private static void end(MemberProcess leaving, Cluster caller, List<String> names, SteadyWriter writer)
            throws IOException, InterruptedException {
        leaving.end();
        names.remove(leaving.name());
        MemberProcesses.awaitShared(caller, names);
        writer.awaitMore();
    }
}
