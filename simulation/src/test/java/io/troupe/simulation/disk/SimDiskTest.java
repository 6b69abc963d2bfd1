// SPDX-License-Identifier: Apache-2.0
package io.troupe.simulation.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.core.continuation.OutsideExecutors;
import io.troupe.core.promise.Promise;
import io.troupe.simulation.delay.Delay;
import io.troupe.simulation.support.SteppedAgenda;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimDiskTest {
    private static final Duration LONG = Duration.ofSeconds(10);

    private final SteppedAgenda agenda = new SteppedAgenda(1);
    private final SimDisks machine = new SimDisks(agenda, "n1", DiskConditions.healthy());
    private SimDisk disk = open();

    private SimDisk open() {
        return machine.disk("log", OutsideExecutors.ofNoSystem());
    }

    private <T> T done(Promise<T> promise) {
        assertThat(promise.isSettled()).isFalse();
        agenda.runFor(LONG);
        return promise.await(LONG);
    }

    private DiskException.Reason refused(Promise<?> promise) {
        agenda.runFor(LONG);
        assertThat(promise.isFailed()).isTrue();
        Throwable cause = promise.result().orElseThrow().failure();
        return ((DiskException) cause).reason();
    }

    private String text(String file) {
        return new String(done(disk.read(file)), UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private void crash(DiskLoss loss) {
        machine.crash(loss);
        disk = open();
    }

    @Test
    void shouldReadWhatWasWrittenBeforeItIsSynced() {
        assertThat(done(disk.append("wal", bytes("one ")))).isZero();
        assertThat(done(disk.append("wal", bytes("two")))).isEqualTo(4);
        done(disk.write("wal", 1, bytes("ld")));
        assertThat(text("wal")).isEqualTo("old two");
        assertThat(new String(done(disk.read("wal", 4, 2)), UTF_8)).isEqualTo("tw");
        done(disk.truncate("wal", 3));
        assertThat(text("wal")).isEqualTo("old");
    }

    @Test
    void shouldLoseExactlyWhatWasNotSynced() {
        done(disk.append("wal", bytes("synced")));
        done(disk.sync("wal"));
        done(disk.append("wal", bytes(" lost")));
        done(disk.append("other", bytes("lost, too")));
        crash(DiskLoss.UNSYNCED);
        assertThat(text("wal")).isEqualTo("synced");
        assertThat(done(disk.list())).containsExactly("wal");
    }

    @Test
    void shouldKeepAllWhenOnlyTheProcessCrashes() {
        done(disk.append("wal", bytes("written")));
        crash(DiskLoss.NONE);
        assertThat(text("wal")).isEqualTo("written");
        crash(DiskLoss.UNSYNCED);
        assertThat(refused(disk.read("wal"))).isEqualTo(DiskException.Reason.NO_FILE);
    }

    @Test
    void shouldNotTellAnybodyOfTheProcessThatCrashed() {
        Promise<Long> pending = disk.append("wal", bytes("lost"));
        SimDisk old = disk;
        crash(DiskLoss.UNSYNCED);
        Promise<Long> late = old.append("wal", bytes("lost"));
        agenda.runFor(LONG);
        assertThat(pending.isSettled()).isFalse();
        assertThat(late.isSettled()).isFalse();
        assertThat(done(disk.list())).isEmpty();
    }

    @Test
    void shouldKeepTheOldFileOrTheNewOneWhenARenameWasNotSynced() {
        Set<String> seen = new HashSet<>();
        for (int seed = 0; seed < 50; seed++) {
            SteppedAgenda steps = new SteppedAgenda(seed);
            SimDisks disks = new SimDisks(steps, "n1", DiskConditions.healthy());
            SimDisk before = disks.disk("log", OutsideExecutors.ofNoSystem());
            before.append("a", bytes("old"));
            before.append("b", bytes("new"));
            steps.runFor(LONG);
            before.sync("a");
            before.sync("b");
            steps.runFor(LONG);
            before.rename("b", "a");
            steps.runFor(LONG);
            disks.crash(DiskLoss.TORN);
            Promise<byte[]> read =
                    disks.disk("log", OutsideExecutors.ofNoSystem()).read("a");
            steps.runFor(LONG);
            seen.add(new String(read.await(LONG), UTF_8));
        }
        assertThat(seen).containsExactlyInAnyOrder("old", "new");
    }

    @Test
    void shouldKeepARenameThatWasSynced() {
        done(disk.append("b", bytes("new")));
        done(disk.sync("b"));
        done(disk.rename("b", "a"));
        done(disk.syncNames());
        crash(DiskLoss.UNSYNCED);
        assertThat(done(disk.list())).containsExactly("a");
        assertThat(text("a")).isEqualTo("new");
        done(disk.delete("a"));
        assertThat(done(disk.list())).isEmpty();
        crash(DiskLoss.UNSYNCED);
        assertThat(text("a")).isEqualTo("new");
    }

    @Test
    void shouldTearTheWritesThatWereNotSyncedOnly() {
        Set<Integer> lengths = new HashSet<>();
        for (int seed = 0; seed < 200; seed++) {
            SteppedAgenda steps = new SteppedAgenda(seed);
            SimDisks disks = new SimDisks(steps, "n1", DiskConditions.healthy());
            SimDisk before = disks.disk("log", OutsideExecutors.ofNoSystem());
            before.append("a", bytes("synced"));
            steps.runFor(LONG);
            before.sync("a");
            steps.runFor(LONG);
            before.append("a", bytes("torn"));
            steps.runFor(LONG);
            disks.crash(DiskLoss.TORN);
            Promise<byte[]> read =
                    disks.disk("log", OutsideExecutors.ofNoSystem()).read("a");
            steps.runFor(LONG);
            String text = new String(read.await(LONG), UTF_8);
            assertThat("syncedtorn").startsWith(text);
            lengths.add(text.length());
        }
        assertThat(lengths).containsExactlyInAnyOrder(6, 7, 8, 9, 10);
    }

    @Test
    void shouldRefuseWhatAFullOrReadOnlyDiskCannotTake() {
        machine.conditions(DiskConditions.healthy().capacity(10));
        done(disk.append("wal", bytes("12345678")));
        assertThat(refused(disk.append("wal", bytes("abc")))).isEqualTo(DiskException.Reason.NO_SPACE);
        done(disk.write("wal", 0, bytes("0")));
        machine.conditions(DiskConditions.healthy().readOnly(true));
        assertThat(refused(disk.delete("wal"))).isEqualTo(DiskException.Reason.READ_ONLY);
        assertThat(text("wal")).isEqualTo("02345678");
    }

    /** As with real systems, where the pages of a sync that failed count as clean. */
    @Test
    void shouldLoseWhatASyncThatFailedShouldHaveSaved() {
        done(disk.append("wal", bytes("one")));
        machine.conditions(DiskConditions.healthy().errors(1));
        assertThat(refused(disk.sync("wal"))).isEqualTo(DiskException.Reason.IO_ERROR);
        machine.conditions(DiskConditions.healthy());
        done(disk.sync("wal"));
        assertThat(text("wal")).isEqualTo("one");
        crash(DiskLoss.UNSYNCED);
        assertThat(text("wal")).isEmpty();
    }

    @Test
    void shouldTakeTheTimeThatItsConditionsSay() {
        machine.conditions(DiskConditions.healthy()
                .latency(Delay.fixed(Duration.ofMillis(1)))
                .syncLatency(Delay.fixed(Duration.ofMillis(7))));
        Promise<Long> write = disk.append("wal", bytes("one"));
        agenda.runFor(Duration.ofMillis(1).minusNanos(1));
        assertThat(write.isSettled()).isFalse();
        agenda.runFor(Duration.ofNanos(1));
        assertThat(write.isSettled()).isTrue();
        Promise<Void> sync = disk.sync("wal");
        agenda.runFor(Duration.ofMillis(7).minusNanos(1));
        assertThat(sync.isSettled()).isFalse();
        agenda.runFor(Duration.ofNanos(1));
        assertThat(sync.isSettled()).isTrue();
        assertThat(agenda.ran)
                .containsExactly("disk n1→n1/@disk/log/wal append 3 bytes", "disk n1→n1/@disk/log/wal sync");
    }
}
