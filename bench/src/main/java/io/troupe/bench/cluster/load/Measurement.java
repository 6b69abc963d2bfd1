// SPDX-License-Identifier: Apache-2.0
package io.troupe.bench.cluster.load;

import io.troupe.bench.cluster.load.Figures.Figure;
import io.troupe.bench.cluster.stack.Node;
import io.troupe.bench.remoting.measure.Measured;
import io.troupe.bench.remoting.measure.WarmUp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.HdrHistogram.Histogram;

/**
 * One load on one stack, in the process that calls.
 *
 * @param load what is done
 * @param warmUp least time before it counts
 * @param window that counts
 * @param keys that are called cold, or that are active while members come and go
 */
public record Measurement(Load load, Duration warmUp, Duration window, int keys) {
    /** Keys that are called again and again. */
    private static final int WARM_KEYS = 3_000;

    private static final int PULSES = 300;
    private static final int FILLING = 500;
    private static final int SYNCS = 200;
    private static final int PAGE = 8192;
    private static final int DIGITS = 3;

    /** Gives each key a state, for a load that calls keys that have one. */
    public void fill(Crew crew) throws Exception {
        Node node = crew.join(load.members());
        new Crowd(Work.update(node, keys), FILLING).once(0, keys);
    }

    /** Measures. */
    public Figures run(Crew crew) throws Exception {
        Node node = crew.join(load.members());
        return switch (load) {
            case ASK1, ASK64, ASK1024 -> steady(Work.echo(node));
            case UPDATE1, UPDATE512, SQLITE512 ->
                steady(Work.update(node, WARM_KEYS)).and(Figure.nanos("fsync", syncNanos()));
            case COLD500 -> cold(Work.read(node, 1));
            case EMPTY500 -> cold(Work.echo(node));
            case KILL, STOP -> disturbed(crew, node);
            case JOIN, LEAVE -> {
                new Crowd(Work.read(node, 0), FILLING).once(0, keys);
                yield disturbed(crew, node);
            }
        };
    }

    private Figures steady(Work work) throws InterruptedException {
        Crowd crowd = new Crowd(work, load.outstanding());
        new WarmUp(nanos -> crowd.window(WARM_KEYS, nanos)).run(warmUp.toNanos());
        return Figures.of(crowd.window(WARM_KEYS, window.toNanos()));
    }

    /** The first half of the keys warms up. */
    private Figures cold(Work work) throws InterruptedException {
        Crowd crowd = new Crowd(work, load.outstanding());
        crowd.once(0, keys / 2);
        Measured measured = crowd.once(keys / 2, keys);
        return Figures.of(measured);
    }

    private Figures disturbed(Crew crew, Node node) throws Exception {
        return new Disturbance(crew, node, load.members(), PULSES, load.deadline()).run(load, warmUp.toNanos());
    }

    /** The median of a small write that reaches the disk, where the databases are. */
    private static double syncNanos() throws IOException {
        Path file = Files.createTempFile("troupe-sync", "");
        Histogram times = new Histogram(DIGITS);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            for (int i = 0; i < SYNCS; i++) {
                channel.write(ByteBuffer.allocate(PAGE));
                long start = System.nanoTime();
                channel.force(false);
                times.recordValue(System.nanoTime() - start);
            }
        } finally {
            Files.delete(file);
        }
        return (double) times.getValueAtPercentile(50);
    }
}
