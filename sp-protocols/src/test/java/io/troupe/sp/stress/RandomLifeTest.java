// SPDX-License-Identifier: Apache-2.0
package io.troupe.sp.stress;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sockets of all protocols live at random for {@code -Dsp.soak.seconds} (3) per transport: they are used by several threads in
 * all styles, pipes break, endpoints and sockets close. {@code -Dsp.soak.seed} repeats a run, as far as threads allow;
 * {@code -Dsp.soak.scene} repeats one kind of life only.
 */
@Tag("soak")
class RandomLifeTest {
    private static final long SECONDS = Long.getLong("sp.soak.seconds", 3);
    private static final int SCENES = 13;
    private static final List<Kind> KINDS = List.of(Kind.values());
    private static final int AT_ONCE = 2;

    @ParameterizedTest
    @ValueSource(strings = {"inproc", "tcp", "ipc", "ws", "tls+tcp", "wss"})
    @Timeout(value = 1, unit = TimeUnit.DAYS) // the crowds have limits of their own, and tell who hangs
    void shouldLoseNothingAndLeaveNothing(String scheme, @TempDir Path folder) throws InterruptedException {
        long seed = Long.getLong("sp.soak.seed", System.nanoTime());
        Ground ground = new Ground(scheme, folder);
        warmUp(ground);
        Residue residue = new Residue();
        Crowd crowd = new Crowd(scheme);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (int i = 0; i < AT_ONCE; i++) {
            Random random = new Random(seed + i);
            crowd.start("life" + i, () -> live(ground, random, end));
        }
        try {
            crowd.join(SECONDS + 2 * Flows.END_SECONDS);
            residue.expectNone();
        } catch (AssertionError e) {
            throw new AssertionError("scheme=" + scheme + ", -Dsp.soak.seed=" + seed, e);
        }
    }

    /** What the JDK opens once and keeps is not to be counted. */
    private static void warmUp(Ground ground) throws InterruptedException {
        new Flows(ground, new Random(1)).farewell(Kind.PAIR0);
    }

    private static void live(Ground ground, Random random, long end) throws InterruptedException {
        Integer only = Integer.getInteger("sp.soak.scene");
        do {
            int scene = only == null ? random.nextInt(SCENES) : only;
            try {
                play(scene, ground, random);
            } catch (AssertionError e) {
                throw new AssertionError("scene=" + scene, e);
            }
        } while (System.nanoTime() < end);
    }

    private static void play(int scene, Ground ground, Random random) throws InterruptedException {
        Flows flows = new Flows(ground, random);
        Asking asking = new Asking(ground, random);
        Kind kind = KINDS.get(random.nextInt(KINDS.size()));
        switch (scene) {
            case 0 -> flows.steady(Kind.PAIR0, true);
            case 1 -> flows.steady(Kind.PAIR1, true);
            case 2 -> flows.steady(Kind.PIPELINE, false);
            case 3, 4 -> flows.farewell(kind);
            case 5, 6, 7 -> flows.broken(kind);
            case 8 -> asking.requests(false);
            case 9 -> asking.requests(true);
            case 10 -> asking.surveys(random.nextBoolean());
            case 11 -> new Spreading(ground, random).publish();
            default -> new Spreading(ground, random).bus();
        }
    }
}
