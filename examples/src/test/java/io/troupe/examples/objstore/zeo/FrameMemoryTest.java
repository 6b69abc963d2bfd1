// SPDX-License-Identifier: Apache-2.0
package io.troupe.examples.objstore.zeo;

import static org.assertj.core.api.Assertions.assertThat;

import io.troupe.testkit.schedule.Realism;
import io.troupe.testkit.schedule.Schedules;
import io.troupe.testkit.schedule.Simulator;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Who may have a long message under way, and who is ended, in simulated time. */
class FrameMemoryTest {
    private static final Duration INTERVAL = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MESSAGE = 1000;

    /** A link with a message. */
    private static final class Sender {
        final FrameMemory.Claim claim;
        long moved;
        boolean granted;
        String ended = "";

        Sender(FrameMemory memory) {
            claim = new FrameMemory.Claim(
                    memory, Runnable::run, () -> moved, () -> granted = true, (bytes, waiting) -> end(bytes, waiting));
        }

        private void end(int bytes, int waiting) {
            ended = "bytes=" + bytes + ", waiting=" + waiting;
            claim.over();
        }

        Sender ask() {
            claim.hasRoom(MESSAGE);
            return this;
        }
    }

    /** With memory for so many messages. */
    private static void run(String name, int messages, BiConsumer<Simulator, FrameMemory> story) {
        Schedules.of(20)
                .realism(Realism.FLIGHTS)
                .named("frame-memory-" + name)
                .run(simulator -> story.accept(
                        simulator,
                        simulator
                                .system("memory")
                                .spawn(FrameMemory.class, () -> new FrameMemory(2L * messages * MESSAGE))))
                .orThrow();
    }

    private static List<Sender> ask(Simulator simulator, FrameMemory memory, int count) {
        List<Sender> senders = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            senders.add(new Sender(memory).ask());
            simulator.runFor(Duration.ZERO);
        }
        return senders;
    }

    @Test
    void shouldLetInAsManyAsThereIsMemoryFor() {
        run("room", 3, (simulator, memory) -> {
            List<Sender> senders = ask(simulator, memory, 5);
            assertThat(senders).extracting(sender -> sender.granted).containsExactly(true, true, true, false, false);
            senders.get(1).claim.over();
            senders.get(3).claim.over(); // its link has ended
            simulator.runFor(Duration.ZERO);
            assertThat(senders.get(4).granted).isTrue();
            assertThat(senders.get(3).granted).isFalse();
        });
    }

    @Test
    void shouldEndAllThatStallAtTheSameTimeWhenOthersWait() {
        run("stall", 4, (simulator, memory) -> {
            List<Sender> stalled = ask(simulator, memory, 4);
            simulator.runFor(PATIENCE.multipliedBy(10));
            assertThat(stalled).allMatch(sender -> sender.ended.isEmpty()); // nobody needs the memory
            Sender waiting = ask(simulator, memory, 1).get(0);
            simulator.runFor(PATIENCE.minusMillis(1));
            assertThat(stalled).allMatch(sender -> sender.ended.isEmpty());
            simulator.runFor(Duration.ofMillis(1));
            assertThat(stalled).allMatch(sender -> sender.ended.equals("bytes=1000, waiting=1"));
            assertThat(waiting.granted).isTrue();
        });
    }

    @Test
    void shouldKeepWhoMovesHoweverLongOthersWait() {
        run("slow", 2, (simulator, memory) -> {
            List<Sender> holders = ask(simulator, memory, 2);
            Sender waiting = ask(simulator, memory, 1).get(0);
            for (int interval = 0; interval < 100; interval++) {
                holders.get(0).moved += FrameMemory.Claim.PACE;
                holders.get(1).moved += interval < 50 ? FrameMemory.Claim.PACE : 0;
                simulator.runFor(INTERVAL);
                assertThat(waiting.granted).isEqualTo(interval >= 50);
            }
            assertThat(holders).extracting(sender -> sender.ended).containsExactly("", "bytes=1000, waiting=1");
        });
    }

    /** Those before have one interval each, not ten seconds, and every other one is a newer one. */
    @Test
    void shouldNotLetAnyoneWaitLongBehindManyThatStall() {
        run("many", 1, (simulator, memory) -> {
            List<Sender> stalled = ask(simulator, memory, 20);
            Sender first = ask(simulator, memory, 1).get(0);
            simulator.runFor(PATIENCE);
            assertThat(first.granted).isTrue();
            first.claim.over();
            simulator.runFor(Duration.ZERO);
            for (int i = 0; i < 5; i++) {
                Sender next = ask(simulator, memory, 1).get(0);
                simulator.runFor(INTERVAL);
                assertThat(next.granted).isTrue();
                next.claim.over();
                simulator.runFor(Duration.ZERO);
            }
            simulator.runFor(INTERVAL.multipliedBy(20));
            assertThat(stalled).allMatch(sender -> sender.granted);
            assertThat(stalled).filteredOn(sender -> sender.ended.isEmpty()).hasSize(1); // nobody waits for it
        });
    }
}
