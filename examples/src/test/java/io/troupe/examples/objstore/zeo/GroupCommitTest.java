// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static io.troupe.examples.objstore.zeo.ScriptedClient.frame;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.ActorSystem;
import io.troupe.dispatch.mailbox.MemoryBudget;
import io.troupe.examples.objstore.filestorage.FileStorageWriter;
import io.troupe.examples.objstore.filestorage.FullDisk;
import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How often the disk is synced for those who commit at the same time. */
class GroupCommitTest {
    private static final Duration LIMIT = Duration.ofSeconds(1);
    private static final int VOTE = 10;
    private static final int FINISH = 20;

    @TempDir
    private Path folder;

    private int files;

    /** Three who have asked for their turn. */
    private record Voters(Simulator simulator, AtomicInteger syncs, List<ZeoLink> links, List<ScriptedClient> clients) {
        void awaitReply(int voter, int id) {
            simulator.until(() -> clients.get(voter).reply(id) != null, LIMIT);
        }

        void finish(int voter) {
            awaitReply(voter, VOTE);
            links.get(voter).received(frame(FINISH, "tpc_finish", 5));
        }
    }

    @Test
    void shouldSyncOnceForAllWhoWaitForTheirTurn() {
        run("together", voters -> {
            voters.finish(0);
            voters.finish(1);
            voters.awaitReply(2, VOTE);
            assertThat(voters.syncs).hasValue(0);
            assertThat(voters.clients.get(0).reply(FINISH)).isNull();
            voters.finish(2);
            for (int voter = 0; voter < 3; voter++) {
                voters.awaitReply(voter, FINISH);
            }
            assertThat(voters.syncs).hasValue(1);
        });
    }

    @Test
    void shouldNotWaitForOneWhoDoesNotFinish() {
        run("silent", voters -> {
            voters.finish(0);
            voters.awaitReply(1, VOTE);
            voters.awaitReply(0, FINISH);
            assertThat(voters.syncs).hasValue(1);
            assertThat(voters.clients.get(2).reply(VOTE)).isNull();
        });
    }

    @Test
    void shouldNotWaitForOneWhoHasAborted() {
        run("aborted", voters -> {
            voters.finish(0);
            voters.finish(1);
            voters.awaitReply(2, VOTE);
            voters.links.get(2).received(frame(30, "tpc_abort", 5));
            voters.awaitReply(0, FINISH);
            voters.awaitReply(1, FINISH);
            assertThat(voters.syncs).hasValue(1);
        });
    }

    /** Time may pass at any moment: how often is a matter of chance, but everybody is answered. */
    @Test
    void shouldAnswerAllWhoFinishWheneverTheTimeIsOver() {
        run("any-time", Realism.FLIGHTS_AND_TIME, voters -> {
            for (int voter = 0; voter < 3; voter++) {
                voters.finish(voter);
            }
            for (int voter = 0; voter < 3; voter++) {
                voters.awaitReply(voter, FINISH);
                assertThat(voters.clients.get(voter).reply(FINISH)).isNotNull();
            }
            assertThat(voters.syncs).hasValueBetween(1, 3);
        });
    }

    /** Time passes when nothing else is left: whoever finishes does so in time. */
    private void run(String name, Consumer<Voters> story) {
        run(name, Realism.FLIGHTS, story);
    }

    private void run(String name, Realism realism, Consumer<Voters> story) {
        Schedules.of(30)
                .realism(realism)
                .named("group-commit-" + name)
                .run(simulator -> run(simulator, story))
                .orThrow();
    }

    private void run(Simulator simulator, Consumer<Voters> story) {
        AtomicInteger syncs = new AtomicInteger();
        try (FileStorageWriter writer = FullDisk.open(folder.resolve("run" + files++), syncs)) {
            ActorSystem system = simulator.system("objstore");
            List<Loader> loaders = List.of(system.spawn(Loader.class, () -> new Loader(writer.storage()), "loader"));
            Committer committer = system.spawn(
                    Committer.class, () -> new Committer(watched(writer), writer, Duration.ofDays(1)), "committer");
            Voters voters = new Voters(simulator, syncs, new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < 3; i++) {
                ScriptedClient client = new ScriptedClient();
                long number = i;
                ZeoLink link = system.spawn(
                        ZeoLink.class,
                        () -> new ZeoLink(
                                number, watched(writer), loaders, committer, true, MemoryBudget.of(1 << 20), client),
                        "link-" + i);
                voters.links.add(link);
                voters.clients.add(client);
                link.received("M5".getBytes(StandardCharsets.US_ASCII));
                link.received(frame(1, "register", "1", false));
                voters.awaitReply(i, 1);
                link.received(frame(0, true, "tpc_begin", 5, "", "", Map.of()));
                link.received(frame(0, true, "storea", ZeoCodec.id(7 + i), ZeoCodec.id(0), new byte[] {1}, 5));
            }
            for (ZeoLink link : voters.links) { // in this order
                link.received(frame(VOTE, "vote", 5));
                simulator.runFor(LIMIT);
            }
            syncs.set(0);
            story.accept(voters);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static WatchedStorage watched(FileStorageWriter writer) {
        return new WatchedStorage(writer.storage(), line -> {});
    }
}
